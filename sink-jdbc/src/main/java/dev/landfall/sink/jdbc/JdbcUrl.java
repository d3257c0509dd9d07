package dev.landfall.sink.jdbc;

import java.util.Locale;
import java.util.regex.Pattern;

/** What can be told from an address alone. Stateless, thread-safe. */
final class JdbcUrl {
  private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");
  private static final Pattern WRITE_DELAY_ZERO =
      Pattern.compile(";\\s*WRITE_DELAY\\s*=\\s*0\\s*(;|$)", Pattern.CASE_INSENSITIVE);

  /** MySQL has more forms: {@code password1}, and {@code (host=…,password=…)} in the authority. */
  private static final Pattern PASSWORD_PARAMETER =
      Pattern.compile("[?&;,(]\\s*password1?\\s*=", Pattern.CASE_INSENSITIVE);

  /** In front of any host of several. */
  private static final Pattern USER_AND_PASSWORD =
      Pattern.compile("^jdbc:[^/]*//([^/?;]*,)?[^/?;,@:]*:[^/?;,@]*@", Pattern.CASE_INSENSITIVE);

  /** What is wrong with an address that holds the user's password (SI-9). */
  static final String PASSWORD_HELD =
      "url must hold no password, neither as a parameter nor as user:password@ before a host"
          + " (take it out, and set user, and password: ${env:NAME} or ${file:PATH})";

  private JdbcUrl() {}

  /** Whether the user's password is in the address, in a form that one of the drivers reads. */
  static boolean holdsPassword(String url) {
    return PASSWORD_PARAMETER.matcher(url).find() || USER_AND_PASSWORD.matcher(url).find();
  }

  /** The address up to its parameters and without user information: fit to be printed (SI-9). */
  static String withoutSecrets(String url) {
    int end = url.length();
    for (int i = 0; i < end; i++) {
      char c = url.charAt(i);
      if (c == '?' || c == ';') {
        end = i;
      }
    }
    return USER_INFO.matcher(url.substring(0, end)).replaceFirst("//");
  }

  /**
   * The address as the driver gets it. H2 in this process prints the stack traces of its trace file
   * to standard error where it cannot write one; its errors come as exceptions all the same.
   */
  static String forDriver(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    return isInProcessH2(lower) && !lower.contains("trace_level_file")
        ? url + ";TRACE_LEVEL_FILE=0"
        : url;
  }

  /** Whether the database is a file or memory of this process. */
  static boolean isInProcess(String url) {
    return isInProcessH2(url.toLowerCase(Locale.ROOT));
  }

  private static boolean isInProcessH2(String lower) {
    return lower.startsWith("jdbc:h2:")
        && !lower.startsWith("jdbc:h2:tcp:")
        && !lower.startsWith("jdbc:h2:ssl:");
  }

  /**
   * Whether this is an H2 file database that may lose an acknowledged commit when its process is
   * killed: H2 writes up to 500 ms later unless told not to. A server's own setting cannot be seen
   * from here.
   */
  static boolean losesCommitsAtKill(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    boolean inProcessFile = isInProcessH2(lower) && !lower.startsWith("jdbc:h2:mem:");
    return inProcessFile && !WRITE_DELAY_ZERO.matcher(url).find();
  }

  /** Whether what is written is gone with the process. */
  static boolean isInMemory(String url) {
    return url.toLowerCase(Locale.ROOT).startsWith("jdbc:h2:mem:");
  }
}
