package dev.landfall.cli;

import dev.landfall.sdk.config.Option;
import java.io.PrintWriter;
import java.util.List;

/** Prints the keys of a configuration for a terminal. One thread at a time. */
final class OptionPrinter {
  private static final int INDENT = 2;

  private final PrintWriter out;

  OptionPrinter(PrintWriter out) {
    this.out = out;
  }

  void title(String title, String origin) {
    out.println(title);
    out.println("from " + origin);
    out.println();
  }

  void options(List<Option> options) {
    print(options, INDENT);
  }

  private void print(List<Option> options, int indent) {
    String margin = " ".repeat(indent);
    for (Option option : options) {
      out.println(margin + option.key() + ": " + option.type() + presence(option));
      if (!option.doc().isEmpty()) {
        out.println(margin + "    " + option.doc());
      }
      print(option.nested(), indent + 2 * INDENT);
    }
  }

  private static String presence(Option option) {
    if (option.required()) {
      return " (required)";
    }
    return option
        .defaultValue()
        .map(value -> " (default " + (value.isEmpty() ? "''" : value) + ")")
        .orElse(" (optional)");
  }
}
