package dev.landfall.sink.jdbc;

import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Locale;
import java.util.Optional;

/** How a person looks into the table. Stateless, thread-safe. */
final class Inspection {
  private static final String H2_DRIVER = "org.h2.Driver";

  private Inspection() {}

  /** A command where the driver brings a client along, else the place; no secret (SI-9). */
  static String of(JdbcConfiguration configuration) {
    String url = JdbcUrl.withoutSecrets(configuration.url());
    String place = "table '" + configuration.table() + "' in " + url;
    boolean inFile =
        url.toLowerCase(Locale.ROOT).startsWith("jdbc:h2:") && !JdbcUrl.isInMemory(url);
    return inFile && configuration.password().isEmpty()
        ? h2Jar().map(jar -> shell(jar, url, configuration)).orElse(place)
        : place;
  }

  private static String shell(Path jar, String url, JdbcConfiguration configuration) {
    return String.format(
        "java -cp '%s' org.h2.tools.Shell -url '%s' -user '%s' -sql 'SELECT COUNT(*) FROM %s\"%s\"'",
        jar,
        url,
        configuration.user().orElse(""),
        configuration.schema().map(schema -> '"' + schema + "\".").orElse(""),
        configuration.table());
  }

  /** Where the driver was loaded from, relative to the working directory if it is beneath it. */
  private static Optional<Path> h2Jar() {
    try {
      Class<?> driver = Class.forName(H2_DRIVER, false, Inspection.class.getClassLoader());
      CodeSource source = driver.getProtectionDomain().getCodeSource();
      if (source == null) {
        return Optional.empty();
      }
      Path jar = Path.of(URI.create(source.getLocation().toString()));
      Path here = Path.of("").toAbsolutePath();
      return Optional.of(jar.startsWith(here) ? here.relativize(jar) : jar);
    } catch (ClassNotFoundException e) {
      return Optional.empty(); // an H2 server may be reached through another driver's jar
    }
  }
}
