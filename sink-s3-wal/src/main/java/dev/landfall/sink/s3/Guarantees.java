package dev.landfall.sink.s3;

import dev.landfall.sdk.Guarantee;
import java.util.List;
import java.util.Map;

/** What a reader of the confirmed view may observe. Stateless, thread-safe. */
final class Guarantees {
  private static final String READER = "the confirmed view, which the confirmation log tells";
  private static final Map<Guarantee.Weakness, String> DECLARED =
      Map.of(
          Guarantee.Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
          "A checkpoint is confirmed writer by writer; the part of one writer is whole.",
          Guarantee.Weakness.REPEATED_AFTER_OLDER_RESTORE,
          "Records repeat after an older checkpoint was restored with --accept-replay.",
          Guarantee.Weakness.LEFTOVERS,
          "Objects of an interval that never counted stay until they are removed as leftovers.");

  private Guarantees() {}

  static Guarantee of(Fencing fencing) {
    return switch (fencing) {
      case CONDITIONAL_WRITES ->
          new Guarantee(
              Guarantee.Level.EXACTLY_ONCE,
              READER,
              List.of(
                  "The store honours If-None-Match: * also in a race, and shows an acknowledged"
                      + " object to every later read and listing (probed at start).",
                  "Nobody removes entries of the log while the pipeline lives."),
              DECLARED);
      case NONE ->
          new Guarantee(
              Guarantee.Level.AT_LEAST_ONCE,
              READER,
              List.of(
                  "At most one instance runs at a time: nothing keeps an older one from confirming"
                      + " records that its successor confirms as well."),
              DECLARED);
    };
  }
}
