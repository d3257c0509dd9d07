package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds the widest type of each field in a sample. One thread at a time.
 *
 * <p>The rule: fields that are all of one type have it. Numbers of several types are doubles where
 * every whole number among them is an exact double, else decimals. Any other mixture is text in
 * CSV, and passes as it stands in JSON. In CSV, a text is a number only if it is written as JSON
 * writes numbers: {@code 007} and {@code +1} are texts, since a number would lose their spelling.
 */
final class TypeInference {
  /** Objects whose keys are data have no bound otherwise. */
  private static final int MAX_FIELDS = 4096;

  private static final Set<ColumnType> NUMBERS =
      EnumSet.of(ColumnType.LONG, ColumnType.DOUBLE, ColumnType.DECIMAL);

  private final Map<String, Evidence> fields = new LinkedHashMap<>();

  /** What the sample showed of one field. */
  private static final class Evidence {
    private final Set<ColumnType> types = EnumSet.noneOf(ColumnType.class);
    private boolean inexactLong;

    ColumnType widest(ColumnType mixture) {
      if (types.size() == 1) {
        return types.iterator().next();
      }
      if (types.isEmpty() || !NUMBERS.containsAll(types)) {
        return mixture;
      }
      boolean decimal = inexactLong || types.contains(ColumnType.DECIMAL);
      return decimal ? ColumnType.DECIMAL : ColumnType.DOUBLE;
    }
  }

  /** Takes a text of a CSV field. */
  void seeText(String field, String text) {
    seeValue(field, NaturalText.value(text));
  }

  /** Takes a value of a field. */
  void seeValue(String field, Value value) {
    if (!value.isNull()) {
      boolean inexact =
          value instanceof Value.OfLong whole && !NumberText.isExactDouble(whole.value());
      see(field, ColumnType.of(value), inexact);
    }
  }

  private void see(String field, ColumnType type, boolean inexactLong) {
    Evidence evidence = fields.get(field);
    if (evidence == null && fields.size() < MAX_FIELDS) {
      evidence = new Evidence();
      fields.put(field, evidence);
    }
    if (evidence != null) {
      evidence.types.add(type);
      evidence.inexactLong |= inexactLong;
    }
  }

  /**
   * The types by field, without those of which nothing can be said.
   *
   * @param mixture the type of a field of several types
   */
  Map<String, ColumnType> types(ColumnType mixture) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    fields.forEach((field, evidence) -> types.put(field, evidence.widest(mixture)));
    types.values().removeIf(type -> type == ColumnType.ANY);
    return types;
  }
}
