package dev.landfall.conformance.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.RunResult.Waived;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.probe.Carried;
import dev.landfall.conformance.probe.Fact;
import dev.landfall.conformance.probe.FactSheet;
import dev.landfall.conformance.probe.Needs;
import java.util.Collection;
import java.util.Locale;

/**
 * Writes {@code results.json} after {@code docs/results.schema.json}. Whatever is added raises no
 * version; whatever is renamed, dropped or means something else does. Stateless, thread-safe.
 */
final class ResultsJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ResultsJson() {}

  static String of(Report report) {
    RunResult result = report.result();
    ObjectNode root = JSON.createObjectNode();
    root.put("version", result.version());
    root.put("sink", result.sink()).put("mode", result.mode());
    root.put("contract", result.contract().word());
    root.put("view", word(result.view()));
    root.putObject("store")
        .put("name", result.store().name())
        .put("version", result.store().version())
        .put("origin", result.store().origin());
    root.put("profile", result.profile()).put("verdict", result.verdict().name());
    result.spoil().ifPresent(spoil -> root.put("spoil", spoil));
    root.put("startedAt", result.startedAt()).put("durationMillis", result.durationMillis());
    root.put("addressing", word(result.addressing()));
    ObjectNode environment = root.putObject("environment");
    result.environment().forEach(environment::put);
    ObjectNode declared = root.putObject("declared");
    result.declared().forEach((weakness, sentence) -> declared.put(word(weakness), sentence));
    words(root.putArray("rules"), result.rules().stream().map(Rule::id).toList());
    ObjectNode unjudged = root.putObject("unjudged");
    result.unjudged().forEach((rule, why) -> unjudged.put(rule.id(), why));
    ArrayNode waived = root.putArray("waived");
    result.waived().forEach(one -> waived(waived.addObject(), one));
    ObjectNode coverage = root.putObject("coverage");
    words(coverage.putArray("defined"), result.coverage().defined());
    words(coverage.putArray("run"), result.coverage().run());
    ObjectNode absent = coverage.putObject("absent");
    result.coverage().absent().forEach(absent::put);
    ArrayNode points = root.putArray("points");
    result.points().forEach(point -> point(points.addObject(), point));
    report.facts().ifPresent(facts -> facts(root.putObject("facts"), facts));
    return text(root);
  }

  private static void waived(ObjectNode node, Waived waived) {
    node.put("rule", waived.rule().id()).put("reason", waived.reason());
    node.put("link", waived.link()).put("expiry", waived.expiry().toString());
    node.put("runs", waived.runs());
  }

  private static String text(ObjectNode root) {
    try {
      return JSON.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write the results: " + e.getMessage(), e);
    }
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void words(ArrayNode array, Collection<String> words) {
    words.forEach(array::add);
  }

  private static void point(ObjectNode node, PointResult point) {
    node.put("schedule", point.schedule()).put("title", point.title());
    words(node.putArray("faults"), point.faults().stream().map(Object::toString).toList());
    point.phase().ifPresent(phase -> node.put("phase", phase.word()));
    words(node.putArray("cells"), point.cells().stream().sorted().toList());
    node.put("token", point.token()).put("verdict", point.verdict().name());
    node.put("why", point.why()).put("durationMillis", point.durationMillis());
    words(
        node.putArray("declaredOutcomes"),
        point.outcomes().stream().sorted().map((Outcome one) -> word(one)).toList());
    ArrayNode violations = node.putArray("violations");
    point.violations().forEach(one -> violation(violations.addObject(), one));
    ArrayNode waived = node.putArray("waived");
    point.waived().forEach(one -> violation(waived.addObject(), one));
    ArrayNode differences = node.putArray("differences");
    point
        .differences()
        .forEach(
            one ->
                differences
                    .addObject()
                    .put("record", one.record())
                    .put("expected", one.expected())
                    .put("seen", one.seen()));
    ArrayNode transcript = node.putArray("transcript");
    point
        .transcript()
        .forEach(
            line ->
                transcript
                    .addObject()
                    .put("micros", line.micros())
                    .put("process", line.process())
                    .put("connection", line.connection())
                    .put("direction", word(line.direction()))
                    .put("where", line.where())
                    .put("text", line.text())
                    .put("bytes", line.bytes())
                    .put("note", line.note()));
  }

  private static void violation(ObjectNode node, Violation violation) {
    node.put("rule", violation.rule().id()).put("outcome", word(violation.outcome()));
    node.put("checkpoint", violation.checkpoint()).put("writer", violation.writer());
    node.put("record", violation.record()).put("message", violation.message());
  }

  private static void facts(ObjectNode node, FactSheet sheet) {
    node.put("store", sheet.store());
    ArrayNode contracts = node.putArray("contracts");
    for (Carried carried : sheet.carried()) {
      contracts
          .addObject()
          .put("contract", carried.contract().word())
          .put("verdict", carried.verdict().name())
          .put("why", carried.why());
    }
    ArrayNode properties = node.putArray("properties");
    for (Fact fact : sheet.facts()) {
      ObjectNode one = properties.addObject();
      one.put("property", fact.property().word()).put("holds", word(fact.answer().holds()));
      one.put("value", fact.answer().value()).put("neededBy", Needs.of(fact.property()).toString());
      words(one.putArray("evidence"), fact.answer().evidence());
    }
  }
}
