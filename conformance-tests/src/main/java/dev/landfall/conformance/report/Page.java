package dev.landfall.conformance.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What all pages share: the head, the style, the foot. Stateless, thread-safe. */
final class Page {
  private static final String STYLE = read("report.css");

  private Page() {}

  /** Opens a page; its content goes into the element {@code main}. */
  static Markup open(String title) {
    Markup page = new Markup();
    page.raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
    page.empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    // Nothing is fetched, whatever a store may have answered.
    page.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'");
    page.leaf("title", title);
    page.open("style").raw(STYLE).close().close().line();
    return page.open("body").open("main").line();
  }

  /** Closes it. */
  static String close(Markup page) {
    page.close().line();
    page.open("footer").text("Landfall conformance suite. This page needs no network.").close();
    return page.close().close().line().toString();
  }

  private static String read(String resource) {
    try (InputStream in = Page.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + resource, e);
    }
  }
}
