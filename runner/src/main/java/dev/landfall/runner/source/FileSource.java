package dev.landfall.runner.source;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Files of text, each of them a split. Thread-safe. */
final class FileSource implements Source {
  private static final String REMEDY = "mend path, or put the file there";

  private final FileSet files;
  private final FileSettings settings;
  private final Schemas schemas;
  private final Schema declared;
  private final HostTime time;

  /** Bytes that were read, by split. */
  private final Map<String, Long> consumed = new ConcurrentHashMap<>();

  /** The files found so far; one that is gone stays until it is read. Guarded by this. */
  private final Map<String, Path> known = new TreeMap<>();

  FileSource(FileSet files, FileSettings settings, Schema declared, HostTime time) {
    this.files = files;
    this.settings = settings;
    this.declared = declared;
    this.schemas = new Schemas(declared, settings);
    this.time = time;
  }

  @Override
  public Replay replay() {
    return Replay.REPLAYABLE;
  }

  @Override
  public List<Finding> preflight() {
    List<Finding> findings = new ArrayList<>();
    try {
      for (String path : files.missing()) {
        if (Files.isDirectory(Path.of(path))) {
          continue; // told below
        }
        String what = "'" + path + "' leads to no file, expected one at least";
        findings.add(
            settings.follow() ? Finding.warning(what, REMEDY) : Finding.error(what, REMEDY));
      }
      for (Path file : files.files().values()) {
        if (Files.isDirectory(file)) {
          findings.add(
              Finding.error(
                  "'" + file + "' is a directory, expected a file",
                  "name the files in it, such as '" + file.resolve("*.csv") + "'"));
        } else if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isReadable(file))) {
          findings.add(Finding.error("'" + file + "' is no file that this user can read", REMEDY));
        }
      }
    } catch (SourceException e) {
      findings.add(Finding.error(String.valueOf(e.getMessage()), REMEDY));
    }
    if (settings.follow() && settings.sampleRecords() > 0 && declared.declared().isEmpty()) {
      findings.add(
          Finding.warning(
              "the types of followed files are inferred from the records that are there at the"
                  + " start",
              "declare them in schema"));
    }
    return findings;
  }

  @Override
  public synchronized Set<String> splits() throws SourceException {
    if (known.isEmpty() || settings.follow()) {
      files.files().forEach(known::putIfAbsent);
      requireNoRotatedFiles();
    }
    return Set.copyOf(known.keySet());
  }

  /** A glob that takes in rotated files would read them once more under their new names. */
  private void requireNoRotatedFiles() throws SourceException {
    @Nullable String before = null;
    for (String split : known.keySet()) {
      boolean rotated = before != null && split.matches(Pattern.quote(before) + "[.\\-_].+");
      if (settings.follow() && rotated) {
        throw new SourceException(
            "Cannot follow "
                + files.texts()
                + ": they take in '"
                + before
                + "' and '"
                + split
                + "', which looks like the same file after its rotation (narrow the glob)");
      }
      before = rotated ? before : split;
    }
  }

  @Override
  public SourceReader reader() {
    return new FileSourceReader(this);
  }

  FileSettings settings() {
    return settings;
  }

  HostTime time() {
    return time;
  }

  /** Where the file of a split stands, and how it is read from a position on. */
  FilePlace place(String split, FilePosition from) throws SourceException {
    if (from.schema().equals(FilePosition.NO_SCHEMA)) {
      return new FilePlace(
          split, files.path(split), settings, () -> schemas.of(files.files().values()));
    }
    Schema restored = restored(split, from);
    return new FilePlace(split, files.path(split), settings, () -> restored);
  }

  private Schema restored(String split, FilePosition from) throws SourceException {
    try {
      return schemas.restored(from.schema());
    } catch (IllegalArgumentException e) {
      throw new SourceException(
          "Cannot resume '"
              + split
              + "': the schema of the checkpoint is unknown: "
              + e.getMessage()
              + ", expected types by field (resume with the release that wrote it)",
          e);
    }
  }

  /** Whether a path of the configuration names the file itself, and not a glob. */
  boolean isNamed(String split) {
    return files.isNamed(split);
  }

  boolean exists(String split) {
    return Files.exists(files.path(split));
  }

  /** Takes note of what was read. */
  void consumed(FileSplit split) throws SourceException {
    consumed.put(split.place().split(), split.consumed());
  }

  @Override
  public Optional<Progress> progress() {
    long done = consumed.values().stream().mapToLong(Long::longValue).sum();
    return Optional.of(new Progress(done, Math.max(done, totalBytes()), "bytes"));
  }

  private synchronized long totalBytes() {
    return known.values().stream().mapToLong(FileSource::size).sum();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0; // gone, or not there yet: it adds nothing to what is still to be read
    }
  }

  @Override
  public void close() {
    // Readers close their files themselves.
  }
}
