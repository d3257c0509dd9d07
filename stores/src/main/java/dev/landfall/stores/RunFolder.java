package dev.landfall.stores;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one started store: its data, its logs, and the register entry that tells who owns
 * it and which processes belong to it. Thread-safe.
 *
 * <p>Protocol: 1. the folder with the owner's identity is made; 2. each server is started with the
 * folder's path in its environment ({@code LANDFALL_RUN}); 3. its identity is written to the entry.
 * Folders are made and swept under one lock between JVMs.
 *
 * <p>Invariants: only a process that the entry names by pid and start, or whose environment carries
 * the folder's path, is ever ended. A folder whose owner is alive, or that is detached, is swept by
 * nobody.
 *
 * <p>Crash analysis. Owner dies before 2: the next sweep deletes the folder. Between 2 and 3: the
 * entry does not name the server, but its environment does. After 3: both do.
 */
final class RunFolder implements AutoCloseable {
  /** The environment variable that marks a server as belonging to a run folder. */
  static final String MARK = "LANDFALL_RUN";

  /** The key of the entry's line with a container's id. */
  static final String CONTAINER = "container.";

  private static final Logger LOG = LoggerFactory.getLogger(RunFolder.class);
  private static final Duration LOCK_BOUND = Duration.ofMinutes(1);
  private static final Duration END_BOUND = Duration.ofSeconds(20);
  private static final String ENTRY = "run.properties";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,40}");
  private static final String DETACHED = "detached";
  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static final Set<RunFolder> LIVE = ConcurrentHashMap.newKeySet();

  private final Path path;

  /** Guarded by this. */
  private final Properties entry = new Properties();

  private RunFolder(Path path) {
    this.path = path;
  }

  /** Makes a folder that lives until it is closed or this JVM ends, however it ends. */
  static RunFolder attached(StoreKind kind) {
    Exit.install();
    ProcessIdentity owner = ProcessIdentity.ofThisJvm();
    String name = kind + "-" + owner.pid() + "-" + COUNTER.incrementAndGet();
    return SharedLock.hold("runs", LOCK_BOUND, () -> make(kind, name, owner.toString()));
  }

  /** Makes a folder that outlives this JVM and is found again by its name. */
  static RunFolder detached(StoreKind kind, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Cannot name a store \"" + name + "\": expected letters, digits and hyphens");
    }
    return SharedLock.hold("runs", LOCK_BOUND, () -> make(kind, name, DETACHED));
  }

  private static RunFolder make(StoreKind kind, String name, String owner) {
    sweepLocked();
    Path path = Folders.state("runs").resolve(name);
    if (Files.exists(path)) {
      throw new StoreException(
          "Cannot start store \"" + name + "\": there is one of this name (stop it first)");
    }
    RunFolder run = new RunFolder(Folders.made(path));
    run.put("kind", kind.label());
    run.put("owner", owner);
    if (!owner.equals(DETACHED)) {
      LIVE.add(run);
    }
    return run;
  }

  /** The detached folders. */
  static List<RunFolder> detached() {
    try (Stream<Path> folders = Files.list(Folders.state("runs"))) {
      return folders.sorted().map(RunFolder::read).filter(RunFolder::isDetached).toList();
    } catch (IOException e) {
      throw new StoreException("Cannot list the running stores", e);
    }
  }

  /** Ends what owners left behind that are no longer alive, and deletes their folders. */
  static void sweep() {
    SharedLock.hold(
        "runs",
        LOCK_BOUND,
        () -> {
          sweepLocked();
          return true;
        });
  }

  private static void sweepLocked() {
    try (Stream<Path> folders = Files.list(Folders.state("runs"))) {
      folders.map(RunFolder::read).filter(run -> !run.isOwned()).forEach(RunFolder::sweepOne);
    } catch (IOException e) {
      throw new StoreException("Cannot sweep the run folders", e);
    }
  }

  /** What cannot be swept now is left to the next sweep: it must not keep a store from starting. */
  private static void sweepOne(RunFolder run) {
    try {
      run.remove();
    } catch (StoreException e) {
      LOG.warn("Cannot sweep {}; the next start tries again", run.path, e);
    }
  }

  /** The folder as its entry tells it. */
  static RunFolder read(Path path) {
    RunFolder run = new RunFolder(path);
    try {
      run.entry.load(new StringReader(Files.readString(path.resolve(ENTRY))));
    } catch (IOException e) {
      // No entry: the owner died while making the folder, so it has no owner now.
    }
    return run;
  }

  Path path() {
    return path;
  }

  String name() {
    return String.valueOf(path.getFileName());
  }

  synchronized Optional<StoreKind> kind() {
    return StoreKind.labelled(entry.getProperty("kind", ""));
  }

  private synchronized boolean isDetached() {
    return DETACHED.equals(entry.getProperty("owner"));
  }

  private synchronized boolean isOwned() {
    return isDetached()
        || ProcessIdentity.parse(entry.getProperty("owner", ""))
            .filter(ProcessIdentity::alive)
            .isPresent();
  }

  /** Writes one line of the entry; the file is whole at every moment. */
  synchronized void put(String key, String value) {
    entry.setProperty(key, value);
    StringWriter text = new StringWriter();
    try {
      entry.store(text, null);
      Path unfinished = path.resolve(ENTRY + ".unfinished");
      Files.writeString(unfinished, text.toString());
      Files.move(unfinished, path.resolve(ENTRY), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StoreException("Cannot register a store in \"" + path + "\"", e);
    }
  }

  void putAll(String prefix, Map<String, String> lines) {
    lines.forEach((key, value) -> put(prefix + key, value));
  }

  synchronized Map<String, String> all(String prefix) {
    Map<String, String> lines = new TreeMap<>();
    for (String key : entry.stringPropertyNames()) {
      if (key.startsWith(prefix)) {
        lines.put(key.substring(prefix.length()), entry.getProperty(key));
      }
    }
    return lines;
  }

  /** The processes that the entry names. */
  List<ProcessIdentity> processes() {
    return all("process.").values().stream()
        .map(ProcessIdentity::parse)
        .flatMap(Optional::stream)
        .toList();
  }

  /** Ends all that belongs to the folder, and deletes it. May run twice. */
  @Override
  public void close() {
    LIVE.remove(this);
    remove();
  }

  private void remove() {
    List<ProcessIdentity> alive =
        Stream.concat(processes().stream(), marked())
            .distinct()
            .filter(ProcessIdentity::alive)
            .toList();
    if (!alive.isEmpty()) {
      LOG.debug("Ending {} of {}", alive, path);
    }
    alive.forEach(ProcessIdentity::killTree);
    all(CONTAINER).values().forEach(Engine::remove);
    if (!Deadline.in(END_BOUND).await(() -> alive.stream().noneMatch(ProcessIdentity::alive))) {
      throw new StoreException("Cannot end " + alive + " of \"" + path + "\" within its bound");
    }
    Folders.delete(path);
  }

  private Stream<ProcessIdentity> marked() {
    String mark = MARK + "=" + path;
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> carries(pid, mark))
        .map(ProcessIdentity::of)
        .flatMap(Optional::stream);
  }

  private static boolean carries(long pid, String mark) {
    try {
      String environment =
          new String(
              Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ")),
              StandardCharsets.ISO_8859_1);
      return List.of(environment.split("\0")).contains(mark);
    } catch (IOException e) {
      return false; // it has ended, or is another user's
    }
  }

  /** Ends this JVM's servers when it ends in an orderly way. */
  private static final class Exit {
    private static final Exit INSTALLED = new Exit();

    private Exit() {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> LIVE.forEach(RunFolder::close), "landfall-stores-exit"));
    }

    static void install() {
      Objects.requireNonNull(INSTALLED);
    }
  }
}
