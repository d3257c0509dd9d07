package dev.landfall.sdk.host;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import java.util.Optional;

/**
 * What one writer contributes to a checkpoint (HO-2). Immutable, thread-safe.
 *
 * @param interval the interval that the barrier ended
 * @param committable what is to be committed once the checkpoint is durable; empty for an
 *     idempotent sink and for an interval that left nothing to commit (HO-12)
 */
public record Barrier(IntervalId interval, Optional<Committable> committable) {}
