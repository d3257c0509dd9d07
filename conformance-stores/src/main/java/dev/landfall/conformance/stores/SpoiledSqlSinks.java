package dev.landfall.conformance.stores;

import dev.landfall.conformance.wire.Spoil;
import dev.landfall.conformance.wire.SpoiledSinkProvider;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import java.util.Map;
import java.util.Set;

/** Faults in how a sink speaks with a database. Thread-safe. */
public final class SpoiledSqlSinks implements SpoiledSinkProvider {
  @Override
  public Set<Spoil> spoils() {
    return Set.of(
        Spoil.LOGS_PASSWORD,
        Spoil.INSERTS_WITHOUT_KEY,
        Spoil.UNKNOWN_IS_COMMITTED,
        Spoil.LOOKS_THEN_PUBLISHES);
  }

  @Override
  public Sink open(Spoil spoil, Sink good, Map<String, String> section) {
    SpoiledTable table = new SpoiledTable(section);
    return switch (spoil) {
      case LOGS_PASSWORD ->
          new TalkativeSink(
              (IdempotentSink) good, table.required("user"), table.required("password"));
      case INSERTS_WITHOUT_KEY -> new InsertingSink((IdempotentSink) good, table);
      case UNKNOWN_IS_COMMITTED -> new CredulousXaSink((TwoPhaseCommitSink) good, table);
      case LOOKS_THEN_PUBLISHES -> new LookingSink((WriteAheadSink) good, table);
      default -> throw new IllegalArgumentException("Cannot spoil a database's sink by " + spoil);
    };
  }
}
