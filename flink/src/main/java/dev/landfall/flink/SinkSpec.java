package dev.landfall.flink;

import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.ReplayPolicy;
import java.io.Serializable;
import java.time.Duration;

/**
 * What travels in the job graph to open a sink in any task. Immutable, thread-safe.
 *
 * @param type the connector's name
 * @param options its options
 * @param pipeline with {@code sink} the identity in the store (SI-4)
 * @param replay what to do when the store is ahead of the restored state (HO-15)
 * @param rejected what follows when a record cannot be written (SI-8)
 * @param guarantee what is asked for
 * @param toleratedDowntime how long prepared work must live without the job (T-9)
 * @param withoutCheckpoints what follows when the job takes none by itself (SI-6)
 */
record SinkSpec(
    String type,
    Options options,
    String pipeline,
    String sink,
    ReplayPolicy replay,
    OnRejected rejected,
    Guarantee.Level guarantee,
    Duration toleratedDowntime,
    WithoutCheckpoints withoutCheckpoints)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** Records are visible at checkpoints only, so a job without any may never show one. */
  enum WithoutCheckpoints {
    REFUSE,
    /** They become visible when the job is stopped with a savepoint, or its input ends. */
    ACCEPT
  }

  SinkId id() {
    return new SinkId(pipeline, sink);
  }
}
