package dev.landfall.conformance.probe;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Property;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Everything that a probe was told, one fact for each {@link Property} in their order. Immutable,
 * thread-safe.
 *
 * @param store product, version and address
 * @param facts what was found
 */
public record FactSheet(String store, List<Fact> facts) {
  /** Puts the facts in order; a property that nobody asked for is an error of the probe. */
  public FactSheet {
    Map<Property, Fact> byProperty = new EnumMap<>(Property.class);
    facts.forEach(fact -> byProperty.put(fact.property(), fact));
    if (byProperty.size() != Property.values().length || byProperty.size() != facts.size()) {
      throw new IllegalArgumentException(
          "Cannot sum up the probe of "
              + store
              + ": it answers "
              + facts.stream().map(Fact::property).toList()
              + ", expected each property once");
    }
    facts = List.copyOf(byProperty.values());
  }

  /** The answer to one question. */
  public Fact of(Property property) {
    return facts.stream().filter(fact -> fact.property() == property).findFirst().orElseThrow();
  }

  /** The facts that came out so. */
  public List<Fact> with(Holds holds) {
    return facts.stream().filter(fact -> fact.answer().holds() == holds).toList();
  }

  /** Which contracts the store can carry. */
  public List<Carried> carried() {
    return Arrays.stream(Contract.values()).map(this::carried).toList();
  }

  /** Whether the store can carry this one: what was not asked is not known. */
  public Carried carried(Contract contract) {
    Optional<String> missing = those(contract, Holds.NO);
    if (missing.isPresent()) {
      return new Carried(contract, Verdict.FAIL, "it does not hold that " + missing.get());
    }
    return those(contract, Holds.NOT_ASKED)
        .map(unknown -> new Carried(contract, Verdict.UNKNOWN, "not known whether " + unknown))
        .orElse(new Carried(contract, Verdict.PASS, ""));
  }

  private Optional<String> those(Contract contract, Holds holds) {
    String claims =
        Needs.of(contract).stream()
            .map(this::of)
            .filter(fact -> fact.answer().holds() == holds)
            .map(fact -> fact.property().claim())
            .collect(Collectors.joining("; "));
    return claims.isEmpty() ? Optional.empty() : Optional.of(claims);
  }
}
