package dev.landfall.runner;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.Optional;

/**
 * Finds what would be read as something else than was written: the parser takes an alias for its
 * own name, and passes over a second document. Stateless, thread-safe.
 */
public final class YamlText {
  private static final YAMLFactory YAML = new YAMLFactory();

  private YamlText() {}

  /**
   * The first such place, by its line; empty if there is none.
   *
   * @throws IOException if it is no YAML
   */
  public static Optional<String> misread(String text) throws IOException {
    try (YAMLParser parser = YAML.createParser(text)) {
      int depth = 0;
      boolean over = false;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        String line = "line " + parser.currentTokenLocation().getLineNr() + ": ";
        if (over) {
          return Optional.of(line + "a second document begins, and only the first would count");
        }
        if (parser.isCurrentAlias()) {
          return Optional.of(
              line + "the alias '*" + parser.getText() + "' is not followed (write its value)");
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        over = depth == 0;
      }
      return Optional.empty();
    }
  }
}
