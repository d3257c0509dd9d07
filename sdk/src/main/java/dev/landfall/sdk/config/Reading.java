package dev.landfall.sdk.config;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One pass over one configuration: follows references and collects every problem. One thread at a
 * time.
 */
final class Reading {
  static final String EXPECTED_REFERENCE = "${env:NAME} or ${file:PATH}";

  /**
   * A doubled dollar sign stands for the characters themselves; what else begins so is a reference.
   */
  private static final Pattern REFERENCE =
      Pattern.compile("(?<escape>\\$\\$\\{)|\\$\\{(?<kind>env|file):(?<name>[^}]+)}|\\$\\{");

  private static final Pattern REFERENCES_ALONE = Pattern.compile("(\\$\\{(env|file):[^}]+})+");

  private final References references;
  private final List<ConfigurationProblem> problems = new ArrayList<>();

  /** Longest first, so that no part of a text is left over when a shorter one is hidden first. */
  private final TreeSet<String> hidden =
      new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(text -> text));

  Reading(References references) {
    this.references = references;
  }

  List<ConfigurationProblem> problems() {
    return problems;
  }

  void report(String path, String actual, String expected, String remedy) {
    problems.add(new ConfigurationProblem(path, actual, expected, remedy));
  }

  /** Reports what a constructor said; it saw resolved values, so these are hidden first (SI-9). */
  void reportRefusal(String path, String message) {
    String shown = message;
    for (String text : hidden) {
      shown =
          Pattern.compile(Pattern.quote(text), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
              .matcher(shown)
              .replaceAll("****");
    }
    report(path, shown, "", "");
  }

  /** Follows the references in a text; empty and reported if one leads nowhere. */
  Optional<ResolvedText> resolve(String path, String written) {
    int before = problems.size();
    StringBuilder text = new StringBuilder();
    boolean followed = false;
    Matcher matcher = REFERENCE.matcher(written);
    while (matcher.find()) {
      boolean escape = matcher.group("escape") != null;
      String found = escape ? "${" : follow(path, matcher).orElse("");
      matcher.appendReplacement(text, Matcher.quoteReplacement(found));
      followed |= !escape;
    }
    matcher.appendTail(text);
    return problems.size() > before
        ? Optional.empty()
        : Optional.of(new ResolvedText(text.toString(), written, origin(written, followed)));
  }

  private static ResolvedText.Origin origin(String written, boolean followed) {
    if (!followed) {
      return ResolvedText.Origin.LITERAL;
    }
    return REFERENCES_ALONE.matcher(written).matches()
        ? ResolvedText.Origin.REFERENCE
        : ResolvedText.Origin.MIXED;
  }

  private Optional<String> follow(String path, Matcher matcher) {
    String kind = matcher.group("kind");
    String name = matcher.group("name");
    if (kind == null || name == null) {
      report(
          path,
          "a ${ that begins no reference", // without the text: it may be a secret
          EXPECTED_REFERENCE,
          "write $${ for the characters ${ themselves");
      return Optional.empty();
    }
    Optional<String> text = kind.equals("env") ? variable(path, name) : file(path, name);
    text.ifPresent(this::hide);
    return text;
  }

  private Optional<String> variable(String path, String name) {
    Optional<String> value = references.variable(name);
    if (value.isEmpty()) {
      report(
          path,
          "the environment variable '" + name + "' is not set",
          "a value",
          "export " + name + "=…, before the start");
    }
    return value;
  }

  private Optional<String> file(String path, String name) {
    try {
      return Optional.of(withoutLineBreak(references.file(Path.of(name))));
    } catch (NoSuchFileException e) {
      report(path, "there is no file '" + name + "'", "a readable file", "create it");
    } catch (IOException | InvalidPathException e) {
      report(
          path,
          "the file '" + name + "' cannot be read: " + reason(e),
          "a readable file of UTF-8 text",
          "look at its permissions and content");
    }
    return Optional.empty();
  }

  /** A file system's message repeats the path; its type says more. */
  private static String reason(Exception e) {
    String type = e.getClass().getSimpleName().replaceFirst("Exception$", "");
    return type.equals("IO")
        ? String.valueOf(e.getMessage())
        : type.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static String withoutLineBreak(String text) {
    return text.replaceFirst("\\r?\\n\\z", "");
  }

  private void hide(String text) {
    text.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(hidden::add);
    if (!text.isBlank()) {
      hidden.add(text);
    }
  }
}
