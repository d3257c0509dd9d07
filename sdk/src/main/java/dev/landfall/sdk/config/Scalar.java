package dev.landfall.sdk.config;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A single value. Immutable, thread-safe.
 *
 * @param written the type as a person says it
 * @param allowed the closed vocabulary, empty if there is none
 * @param literals what may stand in the file itself
 * @param fromNative the value of a number or boolean of the parser, empty if it is of no use
 * @param fromText the value of a text; throws {@link IllegalArgumentException} if it is none
 * @param remedy for a person who wrote something else
 * @param schema the JSON schema
 */
record Scalar(
    String written,
    List<String> allowed,
    Literals literals,
    Function<Object, Optional<?>> fromNative,
    Function<String, ?> fromText,
    String remedy,
    Map<String, Object> schema)
    implements Shape {
  /** What may stand in the file itself; the value of a reference is always text. */
  enum Literals {
    /** Text, quoted or not. */
    TEXT,
    /** A number or boolean; in quotes it is text and refused, so that a slip does not pass. */
    BARE,
    /** Nothing: the file holds a reference and no other character (SI-9). */
    NONE
  }

  @Override
  public Optional<Object> read(Node node, Reading reading) {
    if (node.value() instanceof String text) {
      return readText(node, text, reading);
    }
    Optional<Object> value = fromNative.apply(node.value()).map(Object.class::cast);
    if (value.isEmpty()) {
      boolean single = !(node.value() instanceof Collection || node.value() instanceof Map);
      reading.report(node.path(), shown(node), written, single ? remedy : "write one value");
    }
    return value;
  }

  /** The value as it is written in the file; a literal may be a password that was left there. */
  private String shown(Node node) {
    return literals == Literals.NONE ? "a value in the file itself" : node.shown();
  }

  private Optional<Object> readText(Node node, String written, Reading reading) {
    Optional<ResolvedText> text = reading.resolve(node.path(), written);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!allows(text.get())) {
      reading.report(node.path(), shown(node), this.written, remedy);
      return Optional.empty();
    }
    return parse(node, text.get(), reading);
  }

  private boolean allows(ResolvedText text) {
    return switch (literals) {
      case TEXT -> true;
      case BARE -> !text.isLiteral();
      case NONE -> text.origin() == ResolvedText.Origin.REFERENCE;
    };
  }

  private Optional<Object> parse(Node node, ResolvedText text, Reading reading) {
    try {
      return Optional.of(fromText.apply(text.value()));
    } catch (IllegalArgumentException e) {
      // Its message would repeat the text, which may come from a reference.
      String near =
          text.isLiteral()
              ? NearestName.of(text.value(), allowed)
                  .map(nearest -> "did you mean '" + nearest + "'?")
                  .orElse(remedy)
              : remedy;
      reading.report(node.path(), text.shown(), written, near);
      return Optional.empty();
    }
  }

  @Override
  public Object readDefault(String text) {
    return fromText.apply(text);
  }
}
