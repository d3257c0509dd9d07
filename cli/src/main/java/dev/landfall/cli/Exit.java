package dev.landfall.cli;

/** How a command ends, for scripts. */
enum Exit {
  DONE(0),
  /** A store or disk that stays away, a lease that another process holds, an error of ours. */
  FAILED(1),
  /** The file or the arguments; also what picocli answers to an unknown option. */
  CONFIGURATION(2),
  /** Something is missing in a store or source. */
  PREFLIGHT(3),
  /** A record cannot be written, and the pipeline asks to fail. */
  DATA(4),
  /** A commit is lost or in doubt. */
  LOST_OR_IN_DOUBT(5);

  private final int code;

  Exit(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
