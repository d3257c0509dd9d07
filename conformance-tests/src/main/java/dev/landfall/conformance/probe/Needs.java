package dev.landfall.conformance.probe;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Rule;
import dev.landfall.sdk.probe.Property;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What each property is needed by. Immutable, thread-safe.
 *
 * <p>A contract cannot be carried without the properties that it requires; the others decide how a
 * sink has to go about it: MariaDB, which commits nothing while the owner lives, carries two-phase
 * commit all the same, for a sink that ends the owner's session.
 *
 * @param rules the rules that rest on it
 * @param contracts those that cannot do without it
 */
public record Needs(List<Rule> rules, Set<Contract> contracts) {
  private static final Map<Property, Needs> ALL = new EnumMap<>(Property.class);

  static {
    Contract[] twoPhase = {Contract.TWO_PHASE};
    Contract[] log = {Contract.WRITE_AHEAD};
    Contract[] none = {};
    put(Property.PREPARED_INVISIBLE, twoPhase, Rule.T_1);
    put(Property.PREPARED_SURVIVES_DISCONNECT, twoPhase, Rule.T_2);
    put(Property.PREPARED_SURVIVES_KILL, twoPhase, Rule.T_2);
    put(Property.COMMIT_AFTER_OWNER, twoPhase, Rule.T_3);
    put(Property.COMMIT_BESIDE_OWNER, none, Rule.T_3, Rule.T_4);
    put(Property.SECOND_COMMIT, twoPhase, Rule.T_3, Rule.T_4);
    put(Property.COMMIT_AFTER_TIMEOUT, none, Rule.T_5, Rule.T_9);
    put(Property.COMMIT_ATOMIC, none, Rule.T_1, Rule.W_1);
    put(Property.FOREIGN_LISTED, twoPhase, Rule.T_7);
    put(Property.LEFTOVERS_LISTED, none, Rule.T_7, Rule.W_5);
    put(Property.READERS_NOT_BLOCKED, none, Rule.T_8);
    put(Property.FENCING, twoPhase, Rule.T_8, Rule.W_6);
    put(Property.CONDITIONAL_PUT, log, Rule.W_2, Rule.W_6);
    put(Property.LIST_AFTER_PUT, log, Rule.W_5);
    put(
        Property.REPEAT_COUNTS_ONCE,
        new Contract[] {Contract.IDEMPOTENT},
        Rule.I_1,
        Rule.I_4,
        Rule.W_3);
    put(Property.HALF_OPEN_ENDED, none, Rule.T_8);
    put(Property.DEFAULT_READER_COMMITTED, none, Rule.T_1, Rule.W_1);
    put(Property.ACKNOWLEDGED_SURVIVES_KILL, Contract.values(), Rule.I_2, Rule.T_2, Rule.W_2);
  }

  /** Copies. */
  public Needs {
    rules = List.copyOf(rules);
    contracts = Set.copyOf(contracts);
  }

  private static void put(Property property, Contract[] contracts, Rule... rules) {
    ALL.put(property, new Needs(List.of(rules), Set.of(contracts)));
  }

  /** What needs the property. */
  public static Needs of(Property property) {
    Needs needs = ALL.get(property);
    if (needs == null) {
      throw new IllegalStateException("no row for " + property);
    }
    return needs;
  }

  /** The properties without which the contract cannot be carried. */
  static Set<Property> of(Contract contract) {
    Set<Property> required = EnumSet.noneOf(Property.class);
    ALL.forEach(
        (property, needs) -> {
          if (needs.contracts.contains(contract)) {
            required.add(property);
          }
        });
    return required;
  }

  /** For a table: {@code T-2; required by 2pc}. */
  @Override
  public String toString() {
    String ids = rules.stream().map(Rule::id).collect(Collectors.joining(", "));
    String words =
        java.util.Arrays.stream(Contract.values())
            .filter(contracts::contains)
            .map(Contract::word)
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? ids : ids + "; required by " + words;
  }
}
