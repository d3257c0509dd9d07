package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Rule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which part of the checker judges which rule: the source of {@code docs/traceability.md}.
 * Stateless, thread-safe.
 */
public final class RuleChecks {
  private static final Map<Rule, List<String>> CHECKS = new EnumMap<>(Rule.class);

  static {
    check("HostWatch", Rule.HO_1, Rule.HO_2, Rule.HO_3, Rule.HO_4, Rule.HO_6, Rule.HO_7, Rule.HO_8);
    check("HostWatch", Rule.HO_11, Rule.HO_12, Rule.HO_13, Rule.HO_14, Rule.HO_15);
    check("BoundsWatch", Rule.SI_2, Rule.SI_3, Rule.SI_9, Rule.T_13);
    check("PartWatch", Rule.T_1, Rule.W_2, Rule.W_4);
    check("NameWatch", Rule.HO_14);
    check("TextWatch", Rule.SI_10);
    check("WaitWatch", Rule.T_8, Rule.SI_5);
    check("NameWatch", Rule.SI_4, Rule.SI_5, Rule.SI_11, Rule.W_3);
    check("Names", Rule.SI_4);
    check("StagingWatch", Rule.SI_1, Rule.SI_8, Rule.SI_11, Rule.I_2, Rule.T_2, Rule.T_10);
    check("CommitWatch", Rule.HO_5, Rule.T_2, Rule.T_3, Rule.T_4, Rule.T_5, Rule.T_7, Rule.T_11);
    check("CommitWatch", Rule.T_12, Rule.W_2, Rule.W_3, Rule.W_4);
    check("ViewWatch", Rule.HO_15, Rule.SI_11, Rule.T_1, Rule.T_3, Rule.T_6, Rule.T_7, Rule.T_8);
    check("ViewWatch", Rule.T_11, Rule.W_1, Rule.W_2, Rule.W_3, Rule.W_4, Rule.W_5, Rule.W_6);
    check("KeyWatch", Rule.I_1, Rule.I_2, Rule.I_3, Rule.I_4, Rule.I_5);
    check("RecoveryWatch", Rule.SI_8, Rule.T_3, Rule.T_7, Rule.T_9, Rule.T_10, Rule.W_3, Rule.W_4);
    check("RecoveryWatch", Rule.HO_9, Rule.I_4, Rule.SI_6, Rule.SI_7, Rule.T_5, Rule.T_8);
    check("EndWatch", Rule.HO_5, Rule.HO_10, Rule.I_2, Rule.T_7, Rule.W_3, Rule.W_4, Rule.W_5);
  }

  private RuleChecks() {}

  private static void check(String watch, Rule... rules) {
    for (Rule rule : rules) {
      CHECKS.computeIfAbsent(rule, none -> new ArrayList<>()).add(watch);
    }
  }

  /** The parts of the checker that judge the rule; empty if none does. */
  public static List<String> of(Rule rule) {
    return List.copyOf(CHECKS.getOrDefault(rule, List.of()));
  }

  /** The rules that the checker judges for a sink of this contract. */
  public static Set<Rule> of(Contract contract) {
    Set<Rule> rules = EnumSet.noneOf(Rule.class);
    for (Rule rule : CHECKS.keySet()) {
      boolean every = rule.id().startsWith("SI-") || rule.id().startsWith("HO-");
      boolean own =
          switch (contract) {
            case IDEMPOTENT -> rule.id().startsWith("I-");
            case WRITE_AHEAD -> rule.id().startsWith("W-");
            case TWO_PHASE -> rule.id().startsWith("T-");
          };
      if (every || own) {
        rules.add(rule);
      }
    }
    return rules;
  }
}
