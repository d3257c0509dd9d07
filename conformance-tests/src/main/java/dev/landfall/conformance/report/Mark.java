package dev.landfall.conformance.report;

/** How a cell came out: a colour, and a sign for whom a colour says nothing. */
enum Mark {
  GREEN("g", "✓", "kept"),
  AMBER("a", "~", "seen, and declared or waived"),
  RED("r", "✗", "broken"),
  UNKNOWN("u", "?", "not known"),
  GREY("n", "–", "not reached");

  private final String style;
  private final String sign;
  private final String meaning;

  Mark(String style, String sign, String meaning) {
    this.style = style;
    this.sign = sign;
    this.meaning = meaning;
  }

  /** The class in the style sheet. */
  String style() {
    return style;
  }

  String sign() {
    return sign;
  }

  String meaning() {
    return meaning;
  }
}
