package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any value names a folder, no two share one, and none leads out. */
final class PathEncodingTest {
  private static final List<String> NASTY =
      List.of(
          "",
          ".",
          "..",
          "../x",
          "/",
          "a/b",
          "a=b",
          "%",
          "%2F",
          "+",
          " ",
          "a b",
          "_x",
          "__EMPTY__",
          "__HIVE_DEFAULT_PARTITION__",
          "null",
          "é",
          "日本",
          "😀",
          "\0",
          "\n",
          "a.b",
          "A",
          "a");

  @Test
  void everyTextComesBack_andNoTwoShareAName() {
    Map<String, String> names = new HashMap<>();

    for (String text : NASTY) {
      String name = PathEncoding.encode(text);
      assertThat(PathEncoding.decode(name)).contains(text);
      assertThat(name).matches("[A-Za-z0-9_.%-]+").doesNotStartWith(".");
      assertThat(names.put(name, text)).as("name of '%s'", text).isNull();
    }

    assertThat(PathEncoding.decode(PathEncoding.NULL)).isEmpty();
    assertThat(names).doesNotContainKey(PathEncoding.NULL);
  }

  @Test
  void randomTextsComeBack() {
    SplittableRandom chance = new SplittableRandom(11);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = chance.nextInt(6); length > 0; length--) {
        int point = chance.nextInt(4) == 0 ? chance.nextInt(0x10FFFF) : chance.nextInt(0x80);
        if (point < 0xD800 || point > 0xDFFF) {
          text.appendCodePoint(point);
        }
      }
      assertThat(PathEncoding.decode(PathEncoding.encode(text.toString())))
          .contains(text.toString());
    }
  }

  @Test
  void joiningIsInjective() throws Exception {
    PartitionTemplate template = PartitionTemplate.parse("x={a}/{b}");
    Set<String> folders = new HashSet<>();
    int pairs = 0;

    for (String a : NASTY) {
      for (String b : NASTY) {
        String joined = template.folders(record(Value.of(a), Value.of(b)));
        assertThat(joined.chars().filter(c -> c == '/').count()).isEqualTo(2);
        assertThat(Path.of("/bucket").resolve(joined).normalize().toString())
            .startsWith("/bucket/x=");
        folders.add(joined);
        pairs++;
      }
    }
    folders.add(template.folders(record(Value.ofNull(), Value.of("a"))));

    assertThat(folders).hasSize(pairs + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "dt={at|yyyy-MM-dd}/hour={at|HH},1796202245000,dt=2026-12-02/hour=09/",
    "dt={timestamp|yyyy-MM-dd},0,dt=1970-01-02/",
    "{at|yyyy},1796202245000,2026/"
  })
  void timesAreFormattedInUtc(String template, long millis, String folders) throws Exception {
    SinkRecord record = Records.of("at", Value.of(millis)).withTimestamp(86_400_000);

    assertThat(PartitionTemplate.parse(template).folders(record)).isEqualTo(folders);
  }

  @Test
  void aMissingFieldIsNull_andAnUnfitOneIsRejected() throws Exception {
    assertThat(PartitionTemplate.parse("x={y}").folders(Records.of("a", Value.of(1))))
        .isEqualTo("x=__HIVE_DEFAULT_PARTITION__/");
    assertThatThrownBy(
            () -> PartitionTemplate.parse("{a|yyyy}").folders(Records.of("a", Value.of("no time"))))
        .isInstanceOf(UnwritableException.class);
    assertThatThrownBy(
            () -> PartitionTemplate.parse("{a}").folders(Records.of("a", Value.of("\uD800"))))
        .isInstanceOf(UnwritableException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "a//b", "..", "{a}{b}", "{a}x", "a/../b", "_landfall", "x={a}/", "{", "é"})
  void templatesThatLeadElsewhereAreRefused(String template) {
    assertThatThrownBy(() -> PartitionTemplate.parse(template))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "/a", "a//b", "a/../b", ".hidden", "a b", "{other}"})
  void prefixesThatLeadElsewhereAreRefused(String prefix) {
    assertThatThrownBy(() -> PrefixTemplate.resolve(prefix, Contexts.ORDERS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"{pipeline},orders/", "raw/{pipeline}/{sink}/,raw/orders/events/", "'',''"})
  void prefixesAreFilledInAndEndWithASlash(String prefix, String resolved) {
    assertThat(PrefixTemplate.resolve(prefix, Contexts.ORDERS)).isEqualTo(resolved);
  }

  private static SinkRecord record(Value a, Value b) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("a", a);
    fields.put("b", b);
    return Records.of(fields);
  }
}
