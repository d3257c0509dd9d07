/**
 * A complete backend in a few classes: two-phase commit on a directory, by staging file and rename.
 *
 * <p><b>Protocol.</b> Each interval of a writer is one file of JSON lines.
 *
 * <pre>
 *   begin    nothing; the file is made by the first record
 *   write    DIR/.landfall/P.S.N/gG/oO.open        (pipeline, sink, subtask, generation, ordinal)
 *   prepare  fsync, rename to         oO.prepared, fsync of the directory
 *   commit   rename to DIR/P.S.N.gG.oO.jsonl, fsync of both directories
 *   fence    make gG+1, then rename every older gX to gX.fenced
 *   abort    delete what stands in gX.fenced
 * </pre>
 *
 * <p><b>Invariants.</b> A rename is atomic, so a reader sees a file whole or not at all (T-1).
 * Everything that makes an interval visible goes through the path of its generation; once that path
 * is renamed, an older instance finds no place (T-8). Whoever opens a writer looks for newer
 * generations <em>after</em> making sure of its own, and whoever fences makes its own
 * <em>before</em> it looks for older ones: one of the two always sees the other.
 *
 * <p><b>Crash analysis.</b> Crash before the first rename: {@code .open} is dangling and goes at
 * recovery. Before the second: {@code .prepared} waits for as long as it takes (T-2). After it: the
 * visible file is the proof (T-4). Between commit and fsync on a power loss: the file is back under
 * its prepared name, and recovery commits it again.
 */
@NullMarked
package dev.landfall.examples.directory;

import org.jspecify.annotations.NullMarked;
