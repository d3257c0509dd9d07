package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;

/** What a writer takes out of its inbox. */
sealed interface Delivery permits Batch, Delivery.BarrierReached, Delivery.Closed {
  /** Every reading thread has reached the barrier of this checkpoint (HO-2). */
  record BarrierReached(CheckpointId checkpoint) implements Delivery {}

  /** Nothing more will come. */
  record Closed() implements Delivery {}
}
