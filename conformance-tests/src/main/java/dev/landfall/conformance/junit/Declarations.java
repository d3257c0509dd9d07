package dev.landfall.conformance.junit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.RunResult.Waived;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import dev.landfall.sdk.Guarantee.Weakness;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a store owner says beside a sink: the weaknesses that it claims, each with a sentence, and
 * the rules that are waived for a while. Immutable, thread-safe.
 *
 * <pre>{@code
 * declares:
 *   partly-visible-across-writers: each writer commits its own transaction
 * waivers:
 *   - {rule: T-8, reason: fixed in the server's next release, link: "https://…", expiry: 2026-12-31}
 * }</pre>
 *
 * @param declares weakness to sentence
 * @param waivers at most one a rule
 */
public record Declarations(Map<Weakness, String> declares, List<Waiver> waivers) {
  /** Nothing is claimed and nothing is waived. */
  public static final Declarations NONE = new Declarations(Map.of(), List.of());

  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  public Declarations {
    declares = Map.copyOf(declares);
    waivers = List.copyOf(waivers);
    Set<Rule> waived = EnumSet.noneOf(Rule.class);
    for (Waiver waiver : waivers) {
      if (!waived.add(waiver.rule())) {
        throw new IllegalArgumentException(
            "Cannot waive " + waiver.rule() + " twice: expected one waiver a rule");
      }
    }
  }

  /**
   * A rule that is known not to hold, for now. It is run all the same.
   *
   * @param rule which one
   * @param reason why it is waived
   * @param link where that is followed up
   * @param expiry the last day on which the waiver counts
   */
  public record Waiver(Rule rule, String reason, String link, LocalDate expiry) {
    Waived brokenIn(long runs) {
      return new Waived(rule, reason, link, expiry, runs);
    }

    /** What is wrong with the waiver itself: it has expired, or the rule holds by now. */
    Optional<String> problem(boolean holds, LocalDate today) {
      if (today.isAfter(expiry)) {
        return Optional.of(
            "Cannot waive " + rule + " (" + reason + "): the waiver expired on " + expiry);
      }
      return holds
          ? Optional.of(
              "Cannot waive "
                  + rule
                  + " ("
                  + reason
                  + "): the rule holds in every run (remove the waiver)")
          : Optional.empty();
    }
  }

  /** The waiver of a rule, expired or not. */
  public Optional<Waiver> waiver(Rule rule) {
    return waivers.stream().filter(one -> one.rule() == rule).findFirst();
  }

  /**
   * Reads the keys {@code declares} and {@code waivers} of a YAML text; other keys are another's.
   *
   * @throws IllegalArgumentException if a weakness, rule or date is none, or something is missing
   */
  public static Declarations read(String yaml) {
    try {
      JsonNode root = YAML.readTree(yaml);
      Map<Weakness, String> declares = new EnumMap<>(Weakness.class);
      root.path("declares")
          .properties()
          .forEach(field -> declares.put(weakness(field.getKey()), sentence(field)));
      List<Waiver> waivers = new ArrayList<>();
      root.path("waivers").forEach(node -> waivers.add(waiver(node)));
      return new Declarations(declares, waivers);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "Cannot read the declarations: " + e.getOriginalMessage() + ", expected YAML", e);
    }
  }

  /** The same without violations of rules that are waived; a run with nothing else passes. */
  public Judgement waive(Judgement judgement) {
    List<Violation> left =
        judgement.violations().stream().filter(one -> waiver(one.rule()).isEmpty()).toList();
    boolean waived = left.size() < judgement.violations().size();
    if (!waived) {
      return judgement;
    }
    Verdict verdict =
        !left.isEmpty() ? Verdict.FAIL : judgement.why().isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    return new Judgement(verdict, left, judgement.declared(), judgement.why());
  }

  /** The violations that {@link #waive} takes out. */
  public List<Violation> waived(Judgement judgement) {
    return judgement.violations().stream().filter(one -> waiver(one.rule()).isPresent()).toList();
  }

  /**
   * The waivers that were needed.
   *
   * @param runs how many runs broke each rule
   */
  public List<Waived> needed(Map<Rule, Long> runs) {
    return waivers.stream()
        .map(one -> one.brokenIn(runs.getOrDefault(one.rule(), 0L)))
        .filter(one -> one.runs() > 0)
        .toList();
  }

  /** What is wrong with waivers: they have expired. */
  public List<String> expired(LocalDate today) {
    return waivers.stream().flatMap(one -> one.problem(false, today).stream()).toList();
  }

  /**
   * What is wrong with waivers after all runs: they have expired, or their rule holds by now.
   *
   * @param broken the rules that some run has broken
   */
  public List<String> problems(Set<Rule> broken, LocalDate today) {
    return waivers.stream()
        .flatMap(one -> one.problem(!broken.contains(one.rule()), today).stream())
        .toList();
  }

  private static Weakness weakness(String key) {
    try {
      return Weakness.valueOf(key.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot declare '" + key + "': expected one of " + List.of(Weakness.values()), e);
    }
  }

  private static String sentence(Map.Entry<String, JsonNode> field) {
    String sentence = field.getValue().asText().strip();
    if (sentence.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot declare '" + field.getKey() + "': expected a sentence for a reader");
    }
    return sentence;
  }

  private static Waiver waiver(JsonNode node) {
    return new Waiver(
        rule(required(node, "rule")),
        required(node, "reason"),
        required(node, "link"),
        date(required(node, "expiry")));
  }

  private static Rule rule(String id) {
    try {
      return Rule.of(id);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot waive '" + id + "': expected the id of a rule, such as T-8", e);
    }
  }

  private static LocalDate date(String day) {
    try {
      return LocalDate.parse(day);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "Cannot read the expiry '" + day + "': expected a day, such as 2026-12-31", e);
    }
  }

  private static String required(JsonNode node, String key) {
    String value = node.path(key).asText().strip();
    if (value.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot read a waiver without '" + key + "': expected rule, reason, link and expiry");
    }
    return value;
  }
}
