package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.schedule.Step;
import dev.landfall.sdk.SinkException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * The processes of a lane that stand still while a successor runs, and what they do when they go on
 * as if nothing had been. One thread at a time.
 */
final class Zombies {
  private final Run run;
  private final Cursor cursor;
  private final Set<Integer> standing = new TreeSet<>();

  Zombies(Run run, Cursor cursor) {
    this.run = run;
    this.cursor = cursor;
  }

  void stop(Instance instance) {
    standing.add(instance.number());
  }

  boolean has(Instance instance) {
    return standing.contains(instance.number());
  }

  /** It goes on with the steps from there on until its lease is asked for (HO-11), and ends. */
  void letGo(Body zombie, int from) {
    Instance instance = zombie.instance();
    standing.remove(instance.number());
    String why = "";
    try {
      boolean goesOn = true;
      for (int at = from; goesOn && at < cursor.size(); at++) {
        goesOn = performs(zombie, cursor.step(at));
      }
      zombie.release(instance.label());
    } catch (SinkException | RuntimeException | Superseded | Killed e) {
      why = String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    run.log().add(new Event.Gone(instance.number(), Event.How.SUPERSEDED, why));
  }

  /** Whether it was a step for which nobody asks for a lease. */
  private boolean performs(Body zombie, Step step)
      throws SinkException, InterruptedException, Superseded {
    switch (step.kind()) {
      case WRITE -> zombie.write(step);
      case BARRIER -> zombie.barrier(step);
      case NOTIFY -> zombie.commit(step);
      case ELAPSE -> run.gate().elapse(Duration.ofMinutes(step.amount()));
      case DURABLE -> {
        if (!run.has(Lapse.COMPLETES_WITHOUT_LEASE)) {
          return false;
        }
        zombie.durable(step);
      }
      case START, FAIL, KILL, CLOSE -> {
        return false;
      }
    }
    return true;
  }
}
