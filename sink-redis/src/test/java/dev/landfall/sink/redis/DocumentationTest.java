package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The table of options in {@code docs/sink-redis.md} is that of the configuration. With {@code
 * -Dlandfall.docs=write} it is written anew.
 */
class DocumentationTest {
  private static final Path PAGE = Path.of("../docs/sink-redis.md");
  private static final String BEGIN =
      "<!-- options: generated from the configuration, checked by DocumentationTest -->\n";
  private static final String END = "<!-- end of options -->";

  @Test
  void options_areThoseOfTheConfiguration() throws Exception {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    String table = table();
    if (System.getProperty("landfall.docs", "").equals("write")) {
      Files.writeString(PAGE, page.substring(0, begin) + table + page.substring(end));
      return;
    }

    assertThat(page.substring(begin, end)).isEqualTo(table);
  }

  private static String table() {
    StringBuilder out = new StringBuilder("| key | default | |\n| --- | --- | --- |\n");
    append(out, "", Configurations.describe(RedisConfiguration.class).options());
    return out.toString();
  }

  private static void append(StringBuilder out, String prefix, List<Option> options) {
    for (Option option : options) {
      String otherwise =
          option.required()
              ? "required"
              : option.defaultValue().map(text -> "`" + text + "`").orElse("");
      out.append("| `").append(prefix).append(option.key()).append("` | ");
      out.append(otherwise).append(" | ").append(option.doc()).append(" |\n");
      append(out, prefix + option.key() + ".", option.nested());
    }
  }
}
