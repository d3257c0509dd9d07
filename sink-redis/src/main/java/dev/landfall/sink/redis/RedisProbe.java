package dev.landfall.sink.redis;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.Transcript;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks a Redis server for every property of the suite. One thread at a time. */
final class RedisProbe implements StoreProbe {
  private final RedisProbeTarget target;
  private final RedisQueueExperiments queues;
  private final RedisPlainExperiments plain;
  private @Nullable AfterKill afterKill;

  /** What was found when the store was up again. */
  private record AfterKill(Answer prepared, Answer acknowledged) {}

  RedisProbe(RedisProbeTarget target) {
    this.target = target;
    this.queues = new RedisQueueExperiments(target);
    this.plain = new RedisPlainExperiments(target);
  }

  @Override
  public String store() {
    try (RedisProbeSession session = target.connect("first", new Transcript())) {
      String info = session.ask("INFO", "server").text();
      String version = info.replaceAll("(?s).*redis_version:(\\S+).*", "$1");
      return "Redis " + version + " at " + target.address();
    }
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(Property.PREPARED_INVISIBLE, queues::invisible),
        new Question(Property.PREPARED_SURVIVES_DISCONNECT, queues::survivesDisconnect),
        new Question(Property.COMMIT_AFTER_OWNER, queues::survivesDisconnect),
        new Question(Property.COMMIT_BESIDE_OWNER, queues::commitBesideOwner),
        new Question(Property.SECOND_COMMIT, queues::secondCommit),
        Question.notAsked(
            Property.COMMIT_AFTER_TIMEOUT, "what MULTI queues has no time-out of its own"),
        new Question(Property.COMMIT_ATOMIC, queues::atomic),
        new Question(Property.FOREIGN_LISTED, queues::foreignListed),
        new Question(Property.LEFTOVERS_LISTED, plain::leftoversListed),
        new Question(Property.READERS_NOT_BLOCKED, queues::readersNotBlocked),
        new Question(Property.FENCING, plain::fencing),
        new Question(Property.CONDITIONAL_PUT, plain::conditionalPut),
        new Question(Property.LIST_AFTER_PUT, plain::listAfterPut),
        new Question(Property.REPEAT_COUNTS_ONCE, plain::repeatCountsOnce),
        new Question(Property.HALF_OPEN_ENDED, plain::halfOpenEnded),
        new Question(Property.DEFAULT_READER_COMMITTED, queues::invisible),
        new Question(Property.PREPARED_SURVIVES_KILL, () -> afterKill().prepared()),
        new Question(Property.ACKNOWLEDGED_SURVIVES_KILL, () -> afterKill().acknowledged()));
  }

  private AfterKill afterKill() {
    AfterKill known = afterKill;
    if (known == null) {
      Transcript said = plain.settings("appendonly", "appendfsync", "save");
      known =
          target.context().kill().isPresent()
              ? kill(said)
              : new AfterKill(
                  Answer.notAsked(ProbeContext.NO_CONSENT),
                  Answer.notAsked(ProbeContext.NO_CONSENT, said));
      afterKill = known;
    }
    return known;
  }

  private AfterKill kill(Transcript seen) {
    String queued = target.key();
    String key = target.key();
    try (RedisProbeSession owner = target.connect("owner", seen);
        RedisProbeSession writer = target.connect("writer", seen)) {
      RedisQueueExperiments.queue(owner, queued);
      writer.ask("SET", key, "acknowledged");
      seen.noted("the server is killed, and started on the same data");
      target.context().kill().orElseThrow().killAndStart();
    }
    try (RedisProbeSession other = target.connect("other", seen)) {
      String exec = other.ask("EXEC").text();
      boolean finished = other.ask("GET", queued).text().equals("1");
      boolean kept = other.ask("GET", key).text().equals("acknowledged");
      return new AfterKill(
          Answer.of(Holds.of(finished), "what was queued is gone: EXEC is answered " + exec, seen),
          Answer.of(Holds.of(kept), kept ? "the key is there" : "the key is gone", seen));
    }
  }

  @Override
  public void close() throws SinkException {
    target.remove();
  }
}
