package dev.landfall.sdk.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigurationsTest {
  private static final References NOWHERE = references(Map.of(), Map.of());

  enum Mode {
    UPSERT,
    APPEND_ONLY
  }

  record Everything(
      @Key("text") String text,
      @Key("int") int smallNumber,
      @Key("long") long bigNumber,
      @Key("double") double fraction,
      @Key("boolean") boolean createTable,
      @Key("duration") Duration interval,
      @Key("size") DataSize buffer,
      @Key("enum") Mode mode,
      @Key("path") Path directory,
      @Key("list") List<String> columns,
      @Key("map") Map<String, Long> weights,
      @Key("optional") Optional<Integer> port,
      @Key("nested") Limits limits,
      @Key("list of nested") List<Limits> steps,
      @Key("unbound") Section sink) {}

  record Limits(@Key("a bound, 1 or more") int most) {
    Limits {
      if (most < 1) {
        throw new IllegalArgumentException("most: " + most + ", expected 1 or more");
      }
    }
  }

  record Defaults(
      @Key(value = "text", defaultValue = "orders") String name,
      @Key(value = "int", defaultValue = "3") int attempts,
      @Key(value = "duration", defaultValue = "1m") Duration timeout,
      @Key(value = "size", defaultValue = "64MiB") DataSize buffer,
      @Key(value = "enum", defaultValue = "append-only") Mode mode,
      @Key(value = "list", defaultValue = "[a, b]") List<String> columns,
      @Key(value = "map", defaultValue = "{}") Map<String, String> options,
      @Key(value = "alternatives", defaultValue = "fail") Rejected rejected,
      @Key("optional") Optional<Duration> patience) {}

  sealed interface Rejected permits Fail, DeadLetter {}

  record Fail() implements Rejected {}

  record DeadLetter(@Key("where to") Path directory) implements Rejected {}

  record Login(
      @Key("who") String user,
      @Key("the password") Secret password,
      @Key("where") String url,
      @Key("port") Optional<Integer> port) {
    Login {
      if (url.contains("refuse")) {
        throw new IllegalArgumentException("url: '" + url.toUpperCase(java.util.Locale.ROOT) + "'");
      }
    }
  }

  @Test
  void bind_everyType() throws Exception {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("text", "earthquakes");
    tree.put("small-number", 7L);
    tree.put("big-number", Long.MAX_VALUE);
    tree.put("fraction", 1L);
    tree.put("create-table", true);
    tree.put("interval", "500ms");
    tree.put("buffer", "64MiB");
    tree.put("mode", "append-only");
    tree.put("directory", "some/where");
    tree.put("columns", List.of("b", "a"));
    Map<String, Object> weights = new LinkedHashMap<>();
    for (String name : List.of("z", "m", "a", "q")) {
      weights.put(name, 1L);
    }
    tree.put("weights", weights);
    tree.put("port", 5432L);
    tree.put("limits", Map.of("most", 2L));
    tree.put("steps", List.of(Map.of("most", 3L), Map.of("most", 4L)));
    tree.put("sink", Map.of("type", "jdbc"));

    Everything bound = bind(Everything.class, tree, NOWHERE);

    assertThat(bound)
        .isEqualTo(
            new Everything(
                "earthquakes",
                7,
                Long.MAX_VALUE,
                1.0,
                true,
                Duration.ofMillis(500),
                new DataSize(64 << 20),
                Mode.APPEND_ONLY,
                Path.of("some/where"),
                List.of("b", "a"),
                Map.of("z", 1L, "m", 1L, "a", 1L, "q", 1L),
                Optional.of(5432),
                new Limits(2),
                List.of(new Limits(3), new Limits(4)),
                new Section("sink", Map.of("type", "jdbc"))));
    assertThat(bound.weights().keySet()).containsExactly("z", "m", "a", "q");
  }

  @Test
  void bind_absentKeys_areDefaults() throws Exception {
    Defaults bound = bind(Defaults.class, Map.of(), NOWHERE);

    assertThat(bound)
        .isEqualTo(
            new Defaults(
                "orders",
                3,
                Duration.ofMinutes(1),
                DataSize.parse("64MiB"),
                Mode.APPEND_ONLY,
                List.of("a", "b"),
                Map.of(),
                new Fail(),
                Optional.empty()));
  }

  @Test
  void bind_emptyKey_isAnAbsentOne() throws Exception {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("attempts", null);

    assertThat(bind(Defaults.class, tree, NOWHERE).attempts()).isEqualTo(3);
  }

  @Test
  void bind_listOfOne_needsNoBrackets() throws Exception {
    assertThat(bind(Defaults.class, Map.of("columns", "id"), NOWHERE).columns())
        .containsExactly("id");
    assertThat(problems(Defaults.class, Map.of("columns", 5L), NOWHERE))
        .containsExactly("columns: 5, expected text (put it in quotes)");
  }

  @Test
  void bind_alternatives_byWordOrSection() throws Exception {
    Map<String, Object> section = Map.of("dead-letter", Map.of("directory", "dead"));

    assertThat(bind(Defaults.class, Map.of("rejected", "fail"), NOWHERE).rejected())
        .isEqualTo(new Fail());
    assertThat(bind(Defaults.class, Map.of("rejected", section), NOWHERE).rejected())
        .isEqualTo(new DeadLetter(Path.of("dead")));
    assertThat(problems(Defaults.class, Map.of("rejected", "dead-leter"), NOWHERE))
        .containsExactly(
            "rejected: 'dead-leter', expected one of fail, dead-letter (did you mean"
                + " 'dead-letter'?)");
    assertThat(problems(Defaults.class, Map.of("rejected", "dead-letter"), NOWHERE))
        .containsExactly("rejected.dead-letter.directory: missing, expected a path (where to)");
  }

  @Test
  void bind_durations() throws Exception {
    for (String text : List.of("90s", "90000ms", "PT1M30S")) {
      assertThat(bind(Defaults.class, Map.of("timeout", text), NOWHERE).timeout())
          .isEqualTo(Duration.ofSeconds(90));
    }
    assertThat(bind(Defaults.class, Map.of("timeout", "2h"), NOWHERE).timeout())
        .isEqualTo(Duration.ofHours(2));
    for (Object refused : List.of("soon", "-PT1S", "1", 5L, "999999999999999d")) {
      assertThat(problems(Defaults.class, Map.of("timeout", refused), NOWHERE))
          .singleElement()
          .asString()
          .startsWith("timeout: ")
          .contains("expected a duration such as 500ms, 10s");
    }
  }

  @Test
  void bind_allProblemsAtOnce() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("text", 5L);
    tree.put("small-number", "ten");
    tree.put("big-number", 1.5);
    tree.put("fraction", true);
    tree.put("creat-table", true);
    tree.put("interval", "soon");
    tree.put("buffer", "big");
    tree.put("mode", "upsret");
    tree.put("directory", List.of("x"));
    tree.put("columns", Arrays.asList("a", 2L, null));
    tree.put("weights", Map.of("a", "heavy"));
    tree.put("port", 1L << 40);
    tree.put("limits", Map.of("most", 0L));
    tree.put("steps", List.of(Map.of("most", 1L), Map.of()));

    assertThat(problems(Everything.class, tree, NOWHERE))
        .containsExactly(
            "creat-table: unknown key (did you mean 'create-table'?)",
            "text: 5, expected text (put it in quotes)",
            "small-number: 'ten', expected a whole number (write it without quotes, at most"
                + " 2147483647)",
            "big-number: 1.5, expected a whole number (write it without quotes, at most"
                + " 9223372036854775807)",
            "fraction: true, expected a number (write it without quotes)",
            "interval: 'soon', expected a duration such as 500ms, 10s, 2m, 1h or PT1M30S (write"
                + " its unit)",
            "buffer: 'big', expected a size such as 64MiB, 10MB or 4096 (write bytes, or a number"
                + " with KiB, MiB, GiB, KB, MB or GB)",
            "mode: 'upsret', expected one of upsert, append-only (did you mean 'upsert'?)",
            "directory: a list, expected a path (write one value)",
            "columns[1]: 2, expected text (put it in quotes)",
            "columns[2]: nothing, expected text",
            "weights.a: 'heavy', expected a whole number (write it without quotes, at most"
                + " 9223372036854775807)",
            "port: 1099511627776, expected a whole number (write it without quotes, at most"
                + " 2147483647)",
            "limits: most: 0, expected 1 or more",
            "steps[1].most: missing, expected a whole number (a bound, 1 or more)",
            "sink: missing, expected a section (unbound)");
  }

  @Test
  void SI_7_unknownKey_isRefusedWithTheNearest() {
    assertThat(problems(Limits.class, Map.of("msot", 1L), NOWHERE))
        .containsExactly("msot: unknown key (did you mean 'most'?)");
    assertThat(problems(Limits.class, Map.of("most", 1L, "colour", 1L), NOWHERE))
        .containsExactly("colour: unknown key (known: most)");
    assertThat(problems(Defaults.class, Map.of("TIME_OUT", "1s"), NOWHERE))
        .containsExactly("TIME_OUT: unknown key (did you mean 'timeout'?)");
    assertThat(problems(Fail.class, Map.of("why", "so"), NOWHERE))
        .containsExactly("why: unknown key, expected no key here (remove it)");
  }

  @Test
  void bind_path_isThatOfTheSection() {
    Section sink = new Section("sink", Map.of("msot", 1L));

    ConfigurationException refused =
        catchThrowableOfType(
            ConfigurationException.class, () -> Configurations.bind(Limits.class, sink, NOWHERE));

    assertThat(refused)
        .hasMessage("Cannot use 'sink': sink.msot: unknown key (did you mean 'most'?)");
  }

  @Test
  void bind_references_inAnyText() throws Exception {
    References given =
        references(
            Map.of("HOST", "db.example", "PORT", "5432", "USER", "$1\\"),
            Map.of("secret.txt", "hunter2\r\n"));
    Map<String, Object> tree =
        Map.of(
            "user", "${env:USER}",
            "password", "${file:secret.txt}",
            "url", "jdbc:x://${env:HOST}/a$${b}",
            "port", "${env:PORT}");

    Login bound = bind(Login.class, tree, given);

    assertThat(bound)
        .isEqualTo(
            new Login(
                "$1\\", Secret.of("hunter2"), "jdbc:x://db.example/a${b}", Optional.of(5432)));
  }

  @Test
  void bind_referencesThatLeadNowhere() {
    Map<String, Object> tree =
        Map.of(
            "user", "${env:NOBODY}",
            "password", "${file:none.txt}",
            "url", "${evn:HOST}",
            "port", "${env:");

    assertThat(problems(Login.class, tree, NOWHERE))
        .containsExactly(
            "user: the environment variable 'NOBODY' is not set, expected a value (export"
                + " NOBODY=…, before the start)",
            "password: there is no file 'none.txt', expected a readable file (create it)",
            "url: a ${ that begins no reference, expected ${env:NAME} or ${file:PATH} (write $${"
                + " for the characters ${ themselves)",
            "port: a ${ that begins no reference, expected ${env:NAME} or ${file:PATH} (write $${"
                + " for the characters ${ themselves)");
  }

  @Test
  void SI_9_secretInTheFileItself_isRefusedAndNotShown() {
    for (Object literal :
        List.of("hunter2", 4711L, "hun${env:X}ter2", "$${hunter2}", "hunter2${")) {
      Map<String, Object> tree = Map.of("user", "me", "password", literal, "url", "u");

      assertThat(problems(Login.class, tree, references(Map.of("X", "x"), Map.of())))
          .singleElement()
          .asString()
          .startsWith("password: ")
          .contains("${env:NAME} or ${file:PATH}")
          .doesNotContain("hunter2")
          .doesNotContain("4711");
    }
  }

  @Test
  void SI_9_textOfAReference_isInNoProblem() {
    References given = references(Map.of("PORT", "s3cr3t", "URL", "refuse-s3cr3t"), Map.of());
    Map<String, Object> wrongType =
        Map.of("user", "me", "password", "${env:PORT}", "url", "u", "port", "${env:PORT}");
    Map<String, Object> refused =
        Map.of("user", "me", "password", "${env:PORT}", "url", "x?${env:URL}&y");

    assertThat(problems(Login.class, wrongType, given))
        .containsExactly(
            "port: the value of ${env:PORT}, expected a whole number (write it without quotes, at"
                + " most 2147483647)");
    assertThat(problems(Login.class, refused, given)).containsExactly("url: 'X?****&Y'");
  }

  @Test
  void SI_9_unknownKey_isReportedWithoutItsValue() {
    Map<String, Object> tree = Map.of("user", "me", "pasword", "hunter2", "url", "u");

    assertThat(problems(Login.class, tree, NOWHERE))
        .containsExactly("pasword: unknown key (did you mean 'password'?)");
  }

  @Test
  void bind_recordThatIsNone_namesTheComponent() {
    record Undocumented(String name) {}
    record Unsupported(@Key("when") java.time.Instant when) {}
    record WrongDefault(@Key(value = "n", defaultValue = "many") int attempts) {}

    assertThatThrownBy(() -> Configurations.describe(Undocumented.class))
        .hasMessageContaining("Undocumented.name: no @Key");
    assertThatThrownBy(() -> Configurations.describe(Unsupported.class))
        .hasMessageContaining("Unsupported.when: its type is java.time.Instant");
    assertThatThrownBy(() -> Configurations.describe(WrongDefault.class))
        .hasMessageContaining("WrongDefault.attempts: the default 'many'");
  }

  private static <C extends Record> C bind(
      Class<C> type, Map<String, ?> tree, References references) throws ConfigurationException {
    return Configurations.bind(type, Section.root(tree), references);
  }

  /** The problems, without the first path step of the constructor's own when it is the root. */
  private static <C extends Record> List<String> problems(
      Class<C> type, Map<String, ?> tree, References references) {
    Map<String, Object> ordered = new LinkedHashMap<>();
    for (var component : type.getRecordComponents()) {
      String key = Scalars.kebab(component.getName());
      if (tree.containsKey(key)) {
        ordered.put(key, tree.get(key));
      }
    }
    tree.forEach(ordered::putIfAbsent);
    ConfigurationException refused =
        catchThrowableOfType(ConfigurationException.class, () -> bind(type, ordered, references));
    List<String> shown = new ArrayList<>();
    refused.problems().forEach(problem -> shown.add(problem.toString()));
    return shown;
  }

  private static References references(Map<String, String> variables, Map<String, String> files) {
    return new References() {
      @Override
      public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name));
      }

      @Override
      public String file(Path path) throws NoSuchFileException {
        String text = files.get(path.toString());
        if (text == null) {
          throw new NoSuchFileException(path.toString());
        }
        return text;
      }
    };
  }
}
