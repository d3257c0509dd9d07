package dev.landfall.flink;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.WriterScope;
import java.util.Optional;

/**
 * What a writer hands to a committer: a committable, or a takeover notice. Immutable, thread-safe.
 *
 * @param scope the scope of the writer that made it
 * @param generation the writer's generation
 * @param instance the writer's token, under which it has registered its generation in the store
 * @param committable what is to be committed; empty for a takeover notice: once the checkpoint that
 *     holds it is complete, older generations of the scope are fenced and what they left is aborted
 *     (HO-8)
 */
record SinkWork(
    WriterScope scope, Generation generation, String instance, Optional<Committable> committable) {
  boolean isNotice() {
    return committable.isEmpty();
  }
}
