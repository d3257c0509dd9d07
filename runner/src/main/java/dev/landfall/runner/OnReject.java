package dev.landfall.runner;

import dev.landfall.sdk.config.Key;
import java.nio.file.Path;

/** What follows when a record cannot be written (SI-8). Immutable, thread-safe. */
public sealed interface OnReject {
  /** See {@link Fail}. */
  OnReject FAIL = new Fail();

  /** See {@link Skip}. */
  OnReject SKIP = new Skip();

  /** The run ends; no checkpoint covers the record, so it comes again after mending. */
  record Fail() implements OnReject {}

  /** The record is left out and counted; the first ten are shown. */
  record Skip() implements OnReject {}

  /** The record is put aside, exactly once, under the same checkpoints as its neighbours. */
  record DeadLetter(
      @Key("Where rejected records are put aside as JSON lines; may be shared by pipelines")
          Path directory)
      implements OnReject {}
}
