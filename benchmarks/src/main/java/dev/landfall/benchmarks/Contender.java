package dev.landfall.benchmarks;

import java.io.IOException;

/** One way of doing a piece of work. One thread at a time. */
interface Contender extends AutoCloseable {
  String name();

  /** Does the work once, all of it: what is not committed when it returns does not count. */
  Measured round() throws Exception;

  /** Frees what it holds; nothing by default. */
  @Override
  default void close() throws IOException {}
}
