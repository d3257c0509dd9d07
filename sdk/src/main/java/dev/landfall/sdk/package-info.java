/**
 * The contracts of Landfall: what a connector implements, tied to checkpoints. The rules that the
 * ids refer to stand in {@code docs/SPEC.md}.
 *
 * <p><b>The protocol of one writer</b>, as a call-order expression; {@code *} repeats, {@code ?}
 * may be left out, {@code |} chooses:
 *
 * <pre>
 *   idempotent        open ( write* flush )* close
 *   write-ahead log   open ( (check append)* seal )* close          publish+ per sealed segment of a durable checkpoint
 *   two-phase commit  open ( begin write* prepare )* abort? close   commit+ | abort per prepared transaction
 *   restart           newest confirmed ( commit | publish )* fence abortDangling, and only then open
 * </pre>
 *
 * <p><b>The states of one interval.</b>
 *
 * <pre>
 *                 write             barrier                checkpoint durable        store answers
 *   (begun) ----&gt; OPEN ----------&gt; PREPARED or SEALED ---&gt; PENDING -------------&gt; COMMITTED
 *                  |                   |                      |  ^  RetryLater, crash   AlreadyCommitted (T-4)
 *                  | crash             | crash before         |  +--- commit again (T-3, HO-5)
 *                  v                   v the checkpoint       |
 *                 DANGLING &lt;----------+                      +--&gt; LOST (T-5) or IN DOUBT: the pipeline stops
 *                  | recover: fence, then abort (T-7, T-8)
 *                  v
 *                 ABORTED
 * </pre>
 *
 * <p><b>Who does what.</b> Authors implement {@link dev.landfall.sdk.SinkProvider} and one of the
 * three kinds of {@link dev.landfall.sdk.Sink}. Hosts use the drivers in {@code
 * dev.landfall.sdk.host}, which keep the call order and end every committable in a {@link
 * dev.landfall.sdk.CommitOutcome}; authors never see them.
 */
@NullMarked
package dev.landfall.sdk;

import org.jspecify.annotations.NullMarked;
