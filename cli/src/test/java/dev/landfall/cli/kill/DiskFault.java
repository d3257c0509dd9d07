package dev.landfall.cli.kill;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Ways to a disk that takes no more, as steps of a shell in which {@code landfall} is the command
 * under test. A step that goes on where it must not ends the shell with a code of its own.
 */
enum DiskFault {
  /** A small file system, which a user name space may mount without any right. */
  OWN_FILE_SYSTEM("No space left on device", "Read-only file system") {
    @Override
    List<String> shell() {
      return List.of("unshare", "-Urm", "bash");
    }

    @Override
    List<String> fullInTheLog() {
      return List.of(
          "mount -t tmpfs -o size=512k tmpfs state",
          "(landfall run pipeline.yaml) && exit 90",
          "mount -o remount,size=64m state",
          "(landfall run pipeline.yaml) || exit 91");
    }

    @Override
    List<String> fullInACheckpoint() {
      return List.of(
          "mount -t tmpfs -o size=1m tmpfs state",
          "(landfall run pipeline.yaml) & host=$!",
          AWAIT_CHECKPOINT,
          "cat /dev/zero > state/filler 2>/dev/null",
          "wait $host && exit 90",
          "rm state/filler",
          "(landfall run rest.yaml) || exit 91");
    }

    @Override
    List<String> readOnly() {
      return List.of(
          "mount -t tmpfs -o ro,size=1m tmpfs state",
          "(landfall run pipeline.yaml) && exit 90",
          "[ -z \"$(ls store)\" ] || exit 92",
          "mount -o remount,rw state",
          "(landfall run pipeline.yaml) || exit 91");
    }
  },

  /**
   * Limits of the process: the kernel refuses to let its files grow, or to write where it has no
   * right to. Possible everywhere; the superuser gives up the rights that would pass over those of
   * files.
   */
  LIMITED_PROCESS("File too large", "is denied") {
    @Override
    List<String> shell() {
      return List.of("bash");
    }

    @Override
    List<String> fullInTheLog() {
      return List.of(
          "(ulimit -S -f 512; landfall run pipeline.yaml) && exit 90",
          "(landfall run pipeline.yaml) || exit 91");
    }

    /** A checkpoint of 1,024 splits, of 90 kB, is by far the largest file of this pipeline. */
    @Override
    List<String> fullInACheckpoint() {
      return List.of(
          "(landfall run pipeline.yaml) & host=$!",
          AWAIT_CHECKPOINT,
          "prlimit --pid $host --fsize=80000: || exit 93",
          "wait $host && exit 90",
          "(landfall run rest.yaml) || exit 91");
    }

    @Override
    List<String> readOnly() {
      return List.of(
          "chmod a-w state",
          "[ $(id -u) = 0 ] && bare='setpriv --bounding-set=-all --inh-caps=-all'",
          "export -f landfall",
          "$bare bash -c 'landfall run pipeline.yaml' && exit 90",
          "[ -z \"$(ls store)\" ] || exit 92",
          "chmod u+w state",
          "(landfall run pipeline.yaml) || exit 91");
    }
  };

  private static final String AWAIT_CHECKPOINT =
      "until [ -n \"$(ls state/g000001/open/*.checkpoint 2>/dev/null)\" ];"
          + " do read -t 0.02 <> <(:); done";

  private final String full;
  private final String refused;

  DiskFault(String full, String refused) {
    this.full = full;
    this.refused = refused;
  }

  /** Those that this machine has. */
  static Stream<DiskFault> possible() throws Exception {
    Process mounting =
        new ProcessBuilder("unshare", "-Urm", "bash", "-c", "mount -t tmpfs tmpfs /mnt")
            .redirectErrorStream(true)
            .start();
    boolean mayMount = mounting.waitFor(10, TimeUnit.SECONDS) && mounting.exitValue() == 0;
    return mayMount ? Stream.of(values()) : Stream.of(LIMITED_PROCESS);
  }

  /** What the kernel says to one byte too many. */
  String full() {
    return full;
  }

  /** What it says to a new file in a directory that takes none. */
  String refused() {
    return refused;
  }

  /** The shell that takes the steps. */
  abstract List<String> shell();

  abstract List<String> fullInTheLog();

  abstract List<String> fullInACheckpoint();

  abstract List<String> readOnly();
}
