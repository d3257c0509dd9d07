package dev.landfall.conformance.wire;

import dev.landfall.conformance.junit.Declarations;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A sink on a real store, as the suite tests it. Immutable.
 *
 * @param name in tokens and reports: letters, digits, {@code -}
 * @param sink its section of a pipeline file, {@code type} and {@code mode} among it
 * @param driver its store
 * @param command starts the process that holds the sink; see {@link #javaCommand}
 * @param folder for logs of processes and for write-ahead logs
 * @param spoil a fault put on top of the sink, if any
 * @param declarations what is claimed beside the sink, and waived for a while
 * @param secrets values of its section that no message may hold
 */
public record WireSubject(
    String name,
    Map<String, Object> sink,
    StoreDriver driver,
    List<String> command,
    Path folder,
    Optional<Spoil> spoil,
    Declarations declarations,
    Set<String> secrets) {
  public WireSubject {
    sink = Map.copyOf(sink);
    command = List.copyOf(command);
    secrets = Set.copyOf(secrets);
  }

  /** Nothing in its section is a secret. */
  public WireSubject(
      String name,
      Map<String, Object> sink,
      StoreDriver driver,
      List<String> command,
      Path folder,
      Optional<Spoil> spoil,
      Declarations declarations) {
    this(name, sink, driver, command, folder, spoil, declarations, Set.of());
  }

  /** The sink as it is. */
  public WireSubject(
      String name,
      Map<String, Object> sink,
      StoreDriver driver,
      List<String> command,
      Path folder) {
    this(name, sink, driver, command, folder, Optional.empty(), Declarations.NONE);
  }

  /** The same sink with a fault on top. */
  public WireSubject spoiledBy(Spoil by) {
    return new WireSubject(
        name, sink, driver, command, folder, Optional.of(by), declarations, secrets);
  }

  /** Starts the Java child on the class path of this process. */
  public static List<String> javaCommand() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx160m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        // A process lives for a second or two: most of what is compiled at once never pays.
        "-XX:Tier3InvocationThreshold=1000",
        "-XX:Tier3MinInvocationThreshold=500",
        "-XX:Tier3CompileThreshold=2000",
        "-XX:-UsePerfData",
        "-Xshare:auto",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        "dev.landfall.conformance.wire.child.ChildMain");
  }

  String type() {
    return String.valueOf(sink.get("type"));
  }

  String mode() {
    return String.valueOf(sink.getOrDefault("mode", ""));
  }
}
