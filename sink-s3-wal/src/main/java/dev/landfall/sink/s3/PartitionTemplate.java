package dev.landfall.sink.s3;

import dev.landfall.sdk.record.SinkRecord;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folders that a record goes to. Immutable, thread-safe.
 *
 * <p>Injective: a folder holds at most one value, an encoded value has no slash, and the number of
 * folders is fixed, so two records share a path only if all their values agree.
 */
final class PartitionTemplate {
  private static final Pattern SEGMENT =
      Pattern.compile("([A-Za-z0-9_.=-]*)(?:\\{([^{}|/]+)(?:\\|([^{}/]+))?\\})?");

  private final List<PartitionSegment> segments;

  private PartitionTemplate(List<PartitionSegment> segments) {
    this.segments = segments;
  }

  /**
   * Reads {@code country={country}/dt={timestamp|yyyy-MM-dd}}.
   *
   * @throws IllegalArgumentException if {@code text} is no such template
   */
  static PartitionTemplate parse(String text) {
    List<PartitionSegment> segments = new ArrayList<>();
    if (!text.isEmpty()) {
      for (String segment : text.split("/", -1)) {
        segments.add(segment(segment, text));
      }
    }
    return new PartitionTemplate(List.copyOf(segments));
  }

  /**
   * The folders of a record, each followed by a slash; empty without a template.
   *
   * @throws UnwritableException if a value names no folder
   */
  String folders(SinkRecord record) throws UnwritableException {
    if (segments.isEmpty()) {
      return "";
    }
    StringBuilder folders = new StringBuilder();
    for (PartitionSegment segment : segments) {
      segment.append(record, folders);
      folders.append('/');
    }
    return folders.toString();
  }

  private static PartitionSegment segment(String segment, String template) {
    Matcher matcher = SEGMENT.matcher(segment);
    boolean dots = segment.chars().allMatch(c -> c == '.');
    if (segment.isEmpty() || dots || !matcher.matches() || segment.startsWith("_landfall")) {
      throw new IllegalArgumentException(
          "Cannot partition by '"
              + template
              + "': '"
              + segment
              + "' is no folder, expected such as name={field}, or {timestamp|yyyy-MM-dd}");
    }
    return new PartitionSegment(
        matcher.group(1),
        Optional.ofNullable(matcher.group(2)),
        Optional.ofNullable(matcher.group(3)).map(PartitionTemplate::pattern));
  }

  private static DateTimeFormatter pattern(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }
}
