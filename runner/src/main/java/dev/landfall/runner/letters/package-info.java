/**
 * Dead letters: rejected records, kept exactly once in a directory of JSON lines (SI-8).
 *
 * <p><b>Protocol.</b> A pipeline with {@code rejected: dead-letter} has a second sink, a
 * write-ahead one, under the same checkpoints: {@link dev.landfall.runner.letters.DeadLetterSink}.
 * Each writer of the pipeline has a writer of it beside its own.
 *
 * <pre>
 *   rejected while reading      handed to a writer before the barrier, like a record (HO-2)
 *   rejected by a writer        told at the latest in the flush or prepare that covers it (SI-8)
 *      both                     appended to the log segment of that writer's interval
 *   barrier                     the sink's interval ends, then the segment is sealed
 *   checkpoint durable          holds the committables of both sinks
 *   commit                      first the sink's, then the segment is published: STAGING/NAME.tmp,
 *                               fsync, rename to DIR/NAME.jsonl, fsync of DIR
 *
 *   rejected by a publication   the checkpoint is durable already, its confirmation is not:
 *                               appended to STAGING/NAME.refused with fsync before {@code reject}
 *                               returns, so before the confirmation (W-2)
 *   publication confirmed       what was refused is published as above, under the name of the
 *                               sink's own interval
 * </pre>
 *
 * <p>{@code NAME} is {@code PIPELINE.SINK.SUBTASK.gGENERATION.oORDINAL}: no clock and no random
 * number in it (SI-4), the same after every crash, and no other interval ever has it. {@code
 * STAGING} is {@code DIR/.landfall/PIPELINE/eN}, one for each start of a host.
 *
 * <p><b>Invariants.</b> A file appears whole, by a rename, and never changes. The visible file is
 * the confirmation: while it is there, its interval is not published again. A rejected record is in
 * the interval of its writer in which it was rejected, and positions and segments become durable by
 * one rename, so a replay either finds both or rejects it again into a new interval.
 *
 * <p><b>Crash analysis.</b>
 *
 * <ul>
 *   <li>before the checkpoint is durable: the segment is in no checkpoint; recovery clears it, the
 *       source replays, and the record is rejected again
 *   <li>after that, before the rename: recovery publishes the segment; the staged file goes
 *   <li>after the rename: recovery finds the visible file, {@code AlreadyCommitted}
 *   <li>after a refusal was staged, before the sink's confirmation: recovery publishes the sink's
 *       segment again, which is refused again; lines are told apart by position and record, so none
 *       is there twice
 *   <li>after the confirmation, before the rename: recovery gets {@code AlreadyCommitted} from the
 *       sink, and publishes what was staged, of whichever host
 *   <li>a torn last line of {@code .refused}: its {@code reject} had not returned, so there was no
 *       confirmation, and the publication comes again
 *   <li>a host that was taken over and goes on: its staging directory was renamed away, so it can
 *       rename nothing into view any more (W-6), also where a reader has taken the file away
 *       meanwhile; what it may do before that is what its successor does as well, with the same
 *       bytes under the same name
 * </ul>
 *
 * <p><b>Limits.</b> Readers leave {@code .landfall} and the newest file of each writer alone: a
 * file that is taken away between its rename and the next checkpoint comes back if the host crashes
 * in between. A record that a store refuses in one try of a publication and takes in the next is in
 * both places if the host crashes once after each of the two.
 */
@org.jspecify.annotations.NullMarked
package dev.landfall.runner.letters;
