package dev.landfall.benchmarks;

/**
 * Writes one interval: blocks of records, a look at the clock after each, and the longest block
 * kept. Owned by the writing thread.
 */
final class Loop {
  private final Schedule schedule;
  private final Meter meter;

  Loop(Schedule schedule, Meter meter) {
    this.schedule = schedule;
    this.meter = meter;
  }

  /** Writes one record. */
  interface Step {
    void write() throws Exception;
  }

  /**
   * Writes until the interval is over.
   *
   * @param before records that the interval has already
   * @return records of the interval, those before included
   */
  long interval(long before, Step step) throws Exception {
    long start = meter.nanos();
    long last = start;
    long longest = 0;
    long written = before;
    while (!schedule.isOver(written, last - start)) {
      long block = Math.min(Schedule.BLOCK, schedule.records() - written);
      for (int i = 0; i < block; i++) {
        step.write();
      }
      written += block;
      long now = meter.nanos();
      longest = Math.max(longest, now - last);
      last = now;
    }
    meter.add(Timing.LONGEST, longest);
    return written;
  }
}
