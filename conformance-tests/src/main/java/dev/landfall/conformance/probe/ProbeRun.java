package dev.landfall.conformance.probe;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Asks a store every question. One thread at a time. */
public final class ProbeRun {
  private final HostTime time;
  private final Consumer<Question> progress;

  /**
   * Prepares a run.
   *
   * @param progress told each question before it is asked
   */
  public ProbeRun(HostTime time, Consumer<Question> progress) {
    this.time = time;
    this.progress = progress;
  }

  /**
   * Asks them in the order of the probe. A question that could not be asked is a fact as well; the
   * others are asked all the same.
   *
   * @throws Exception if the store cannot be reached at all
   */
  public FactSheet ask(StoreProbe probe) throws Exception {
    String store = probe.store();
    List<Fact> facts = new ArrayList<>();
    for (Question question : probe.questions()) {
      progress.accept(question);
      long start = time.nanos();
      Answer answer = ask(question);
      facts.add(new Fact(question.property(), answer, (time.nanos() - start) / 1_000_000));
    }
    return new FactSheet(store, facts);
  }

  private static Answer ask(Question question) throws InterruptedException {
    try {
      return question.experiment().ask();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return Answer.notAsked("the experiment could not be made: " + oneLine(e));
    }
  }

  private static String oneLine(Exception e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.replaceAll("\\s+", " ");
  }
}
