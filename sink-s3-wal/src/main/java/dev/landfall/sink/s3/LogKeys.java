package dev.landfall.sink.s3;

import dev.landfall.sdk.WriterId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of one subtask's confirmation log. Immutable, thread-safe. */
record LogKeys(String folder, WriterId writer) {
  private static final Pattern ENTRY = Pattern.compile("(\\d{20})\\.jsonl");
  private static final Pattern SUMMARY = Pattern.compile("(\\d{20})-(\\d{20})-(\\d{1,18})\\.jsonl");

  String entries() {
    return folder + "log/";
  }

  /** Twenty digits, so that the order of keys is the order of numbers. */
  String entry(long number) {
    return entries() + String.format("%020d", number) + ".jsonl";
  }

  /** The number of an entry's key, empty for anything else. */
  Optional<Long> number(String key) {
    Matcher matcher = ENTRY.matcher(key.substring(key.lastIndexOf('/') + 1));
    return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
  }

  String summaries() {
    return folder + "summary/";
  }

  String summary(SummaryName name) {
    return summaries()
        + String.format("%020d-%020d-%d.jsonl", name.from(), name.to(), name.objects());
  }

  /** What a summary's key tells, empty for anything else. */
  Optional<SummaryName> summaryName(String key) {
    Matcher matcher = SUMMARY.matcher(key.substring(key.lastIndexOf('/') + 1));
    return matcher.matches()
        ? Optional.of(
            new SummaryName(
                Long.parseLong(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                Long.parseLong(matcher.group(3))))
        : Optional.empty();
  }
}
