package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A fault put on top of a good sink, in front of its real store: so that anybody can see that the
 * suite catches it, on his own store, by the rule named.
 */
public enum Spoil {
  /** What is prepared is visible at once. */
  COMMITS_AT_PREPARE(Contract.TWO_PHASE, Rule.T_1),
  /** Recovery says that restored committables are committed, and has not asked. */
  FORGETS_RESTORED(Contract.TWO_PHASE, Rule.T_7),
  /** What was committed before is an error. */
  SECOND_COMMIT_THROWS(Contract.TWO_PHASE, Rule.T_3),
  /** A commit is reported and made a while later. */
  REPORTS_BEFORE_REPLY(Contract.TWO_PHASE, Rule.T_12),
  /** Closing a writer commits what it has prepared. */
  CLOSE_COMMITS(Contract.TWO_PHASE, Rule.T_11),
  /** Recovery leaves what no checkpoint holds: not on Kafka, where the fence aborts it. */
  LEAVES_DANGLING(Contract.TWO_PHASE, Rule.T_7, Shows.NOT_ON_KAFKA),
  /** The last record of each interval is part of the next one. */
  LAST_RECORD_IS_LATE(Contract.TWO_PHASE, Rule.SI_11),
  /** "Unknown transaction" is taken for "committed before": only in front of MariaDB. */
  UNKNOWN_IS_COMMITTED(Contract.TWO_PHASE, Rule.T_4, Shows.ON_MARIADB),
  /** A flush comes back before anything was sent. */
  FLUSHES_NOTHING(Contract.IDEMPOTENT, Rule.SI_11),
  /** Of two operations on a key in one interval the first one wins. */
  FIRST_OF_KEY_WINS(Contract.IDEMPOTENT, Rule.I_3),
  /** Every tenth record is dropped. */
  DROPS_RECORDS(Contract.IDEMPOTENT, Rule.SI_11),
  /** A flush that failed counts as made: not on Redis, whose sink gets over each error itself. */
  SWALLOWS_ERRORS(Contract.IDEMPOTENT, Rule.SI_1, Shows.NOT_ON_REDIS),
  /** The password stands in the log: only in front of a database, where there is one. */
  LOGS_PASSWORD(Contract.IDEMPOTENT, Rule.SI_9, Shows.ON_DATABASES),
  /** INSERT where an upsert is due: only in front of a database. */
  INSERTS_WITHOUT_KEY(Contract.IDEMPOTENT, Rule.I_4, Shows.ON_DATABASES),
  /** Looks for a confirmation, then publishes: only in front of a database. */
  LOOKS_THEN_PUBLISHES(Contract.WRITE_AHEAD, Rule.W_6, Shows.ON_DATABASES),
  /** A publication is confirmed, and never made. */
  CONFIRMS_WITHOUT_DATA(Contract.WRITE_AHEAD, Rule.W_2);

  private final Contract contract;
  private final Rule caughtBy;
  private final Shows shows;

  Spoil(Contract contract, Rule caughtBy) {
    this(contract, caughtBy, Shows.EVERYWHERE);
  }

  Spoil(Contract contract, Rule caughtBy, Shows shows) {
    this.contract = contract;
    this.caughtBy = caughtBy;
    this.shows = shows;
  }

  /** In front of which stores a fault can be seen. */
  private enum Shows {
    EVERYWHERE,
    ON_DATABASES,
    ON_MARIADB,
    NOT_ON_KAFKA,
    NOT_ON_REDIS;

    boolean on(String store) {
      return switch (this) {
        case EVERYWHERE -> true;
        case ON_DATABASES -> List.of("mysql", "mariadb", "postgres").contains(store);
        case ON_MARIADB -> store.equals("mariadb");
        case NOT_ON_KAFKA -> !store.equals("kafka");
        case NOT_ON_REDIS -> !store.startsWith("redis");
      };
    }
  }

  /** Which sinks it can be put on. */
  public Contract contract() {
    return contract;
  }

  /** The rule that must catch it. */
  public Rule caughtBy() {
    return caughtBy;
  }

  /** Those that can be put on a sink of this contract, and show in front of this store. */
  public static List<Spoil> of(Contract contract, String store) {
    return Arrays.stream(values())
        .filter(spoil -> spoil.contract == contract && spoil.shows.on(store))
        .toList();
  }

  /**
   * Nothing, if this can be put on a sink of this contract and shows in front of this store.
   *
   * @throws IllegalArgumentException otherwise; the message names those that can
   */
  void require(Contract of, String store) {
    List<Spoil> possible = of(of, store);
    if (!possible.contains(this)) {
      throw new IllegalArgumentException(
          "Cannot spoil a sink of the contract "
              + of.word()
              + " on "
              + store
              + " by '"
              + this
              + "': "
              + (contract == of ? "it does not show there" : "it is for " + contract.word())
              + ", expected "
              + words(possible));
    }
  }

  private static String words(List<Spoil> spoils) {
    return spoils.stream().map(Spoil::word).collect(Collectors.joining(", "));
  }

  /** As written in files: {@code commits-at-prepare}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The inverse of {@link #word()}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Spoil of(String word) {
    for (Spoil spoil : values()) {
      if (spoil.word().equals(word)) {
        return spoil;
      }
    }
    throw new IllegalArgumentException(
        "Cannot spoil a sink by '" + word + "': expected one of " + words(List.of(values())));
  }

  @Override
  public String toString() {
    return word();
  }
}
