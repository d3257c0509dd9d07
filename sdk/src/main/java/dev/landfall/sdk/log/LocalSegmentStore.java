package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Segments in a local directory, one file each: {@code
 * DIRECTORY/pipeline/sink/subtask/gGENERATION-oORDINAL.seg}. Thread-safe; what it opens is used by
 * one thread at a time.
 *
 * <p><b>Protocol.</b> {@link #open} claims the name by creating {@code .open}, which fails where it
 * exists. Appending fills a buffer of 256 KiB and then writes it, without fsync. Sealing writes the
 * footer, then fsync, rename to {@code .seg}, fsync of the directory; only then is there a
 * committable. It needs a POSIX file system that renames atomically and honours fsync.
 *
 * <p><b>Invariants.</b> A {@code .seg} never changes and is never replaced: a name is claimed
 * before it is looked for among the sealed, and goes from {@code .open} to {@code .seg} in one
 * step, so of two claimants one is refused at every moment. Whoever deletes names either a
 * committable that nothing retains or an older generation (SI-4, SI-5). The committable holds name,
 * records, length and checksum, so that nothing but the very bytes that were sealed is read as the
 * segment (W-4).
 *
 * <p><b>Crash analysis.</b>
 *
 * <ul>
 *   <li>before the rename → an open segment, perhaps torn → recovery clears it by its generation,
 *       and the interval is replayed
 *   <li>after the rename, before the checkpoint is durable → a sealed segment that no checkpoint
 *       names → likewise
 *   <li>power loss between rename and fsync of the directory → one of the two before; there is no
 *       committable yet
 *   <li>after the checkpoint is durable → the segment was durable before it
 *   <li>before {@link #forget} → recovery clears it, once no retained checkpoint names it
 * </ul>
 */
public final class LocalSegmentStore implements SegmentStore {
  private final LocalLayout layout;
  private final Opener opener;

  /** Keeps segments under {@code directory}, which is made when it is first needed. */
  public LocalSegmentStore(Path directory) {
    this(directory, LocalSegmentStore::createFile);
  }

  LocalSegmentStore(Path directory, Opener opener) {
    this.layout = new LocalLayout(directory);
    this.opener = opener;
  }

  /** Whether a committable names a segment of a log such as this one, be it there or not. */
  public static boolean isNamedBy(Committable committable) {
    try {
      return Seal.of(committable).name().equals(LocalLayout.sealedName(committable.interval()));
    } catch (DamagedStateException e) {
      return false; // Some sink's own.
    }
  }

  @Override
  public SegmentWriter open(IntervalId interval) throws IOException {
    Path open = layout.open(interval);
    Path sealed = layout.sealed(interval);
    DurableDirectories.create(layout.directory(interval.writer()));
    // 1. Claim the name.
    FileChannel channel = claim(open);
    // 2. Only then look: a writer that held it before has renamed its file by now.
    if (Files.exists(sealed)) {
      channel.close();
      Files.delete(open);
      throw taken(sealed, null);
    }
    return new LocalSegmentWriter(interval, channel, open, sealed);
  }

  @Override
  public Segment sealed(Committable committable) throws IOException {
    Seal seal = Seal.of(committable);
    Path file = layout.sealed(committable.interval());
    if (!LocalLayout.sealedName(committable.interval()).equals(seal.name())) {
      throw new DamagedStateException(
          "Cannot find the segment of "
              + committable
              + ": it is named '"
              + seal.name()
              + "', expected '"
              + file.getFileName()
              + "' (give the committable to the log that made it)");
    }
    LocalSegment segment = new LocalSegment(committable, seal, file);
    segment.verify();
    return segment;
  }

  @Override
  public void forget(Committable committable) throws IOException {
    // No fsync: a file that comes back after a power loss is cleared at the next recover.
    Files.deleteIfExists(layout.sealed(committable.interval()));
  }

  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws IOException {
    List<String> deleted = new ArrayList<>();
    for (LocalLayout.Entry entry : layout.entries(scope)) {
      IntervalId interval = entry.interval();
      if (interval.generation().isOlderThan(current) && !retained.contains(interval)) {
        long bytes = entry.file().toFile().length();
        if (Files.deleteIfExists(entry.file())) {
          deleted.add(
              "log segment " + layout.root().relativize(entry.file()) + ", " + bytes + " bytes");
        }
      }
    }
    return deleted;
  }

  /** Holds nothing, so closes nothing; what was opened stays its user's. */
  @Override
  public void close() {}

  private FileChannel claim(Path open) throws IOException {
    try {
      return opener.create(open);
    } catch (FileAlreadyExistsException e) {
      throw taken(open, e);
    }
  }

  private static IOException taken(Path file, @Nullable Throwable cause) {
    return new IOException(
        "Cannot open segment "
            + file
            + ": there is one of this name, expected none in this generation (make sure that no"
            + " other host runs on this state directory, and restart)",
        cause);
  }

  private static FileChannel createFile(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
  }

  /** Creates a file that must not be there; replaced in tests of a full device. */
  interface Opener {
    FileChannel create(Path file) throws IOException;
  }
}
