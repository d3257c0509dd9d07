/**
 * Landfall sinks as Flink sinks.
 *
 * <p><b>What Flink does and does not say.</b> {@code prepareCommit} comes without a checkpoint id;
 * committables travel to a committer in another task; after a restore the committer commits during
 * its own initialisation, beside the writers' restore; a rescaled writer gets the states of
 * arbitrary old subtasks; a writer never hears that a checkpoint has completed.
 *
 * <p><b>Protocol.</b>
 *
 * <pre>
 *   writer restored   newest generation + 1, refuse a store that is ahead (HO-15), commit what its states hold, open
 *   first prepare     + a takeover notice among the committables: scope, generation
 *   checkpoint k      all tasks have restored, so every restored committable has ended (HO-8)
 *   k complete        the committer gets the notice with the committables of k: commit those, fence the scope, abort what dangles
 * </pre>
 *
 * <p><b>Crash analysis.</b> Crash before k is complete: the notice is in no completed checkpoint,
 * nothing was fenced, the next attempt begins with a newer generation. Crash after it: the notice
 * is restored with the committables of k and acted on again; if a newer generation has started by
 * then, that one's own notice does the work.
 */
@NullMarked
package dev.landfall.flink;

import org.jspecify.annotations.NullMarked;
