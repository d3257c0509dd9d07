package dev.landfall.conformance.stores;

import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDriverProvider;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code dialect: s3}. Stateless, thread-safe. */
public final class S3DriverProvider implements StoreDriverProvider {
  @Override
  public String dialect() {
    return "s3";
  }

  @Override
  public Optional<Set<String>> storeKeys() {
    return Optional.of(Set.of());
  }

  @Override
  public String addressSection() {
    return "sink.store";
  }

  @Override
  public StoreDriver open(Map<String, Object> sink, Map<String, Object> store) {
    OwnSinks.requireFit(sink, dialect());
    return S3Driver.open(sink);
  }
}
