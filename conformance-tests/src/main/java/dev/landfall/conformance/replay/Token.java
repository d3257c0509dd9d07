package dev.landfall.conformance.replay;

import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.schedule.Schedules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What names a run: sink, schedule, seed and faults, as in {@code
 * reference-2pc;P5;seed=1;K3@C2.commit/Commit#1}. Immutable, thread-safe.
 *
 * @param sink the name of the sink under test
 * @param plan everything else
 */
public record Token(String sink, Plan plan) {
  /**
   * Reads a token.
   *
   * @throws IllegalArgumentException if it is none; the message names the part
   */
  public static Token parse(String text) {
    String[] parts = text.split(";", -1);
    if (parts.length < 2) {
      throw new IllegalArgumentException(
          "Cannot read the token '" + text + "': expected SINK;SCHEDULE;seed=N;FAULT@ADDRESS");
    }
    Schedule schedule = Schedules.of(parts[1]);
    long seed = 1;
    Plan.Wake wake = Plan.Wake.RECOVERED;
    List<Injection> faults = new ArrayList<>();
    for (String part : List.of(parts).subList(2, parts.length)) {
      if (part.startsWith("seed=")) {
        seed = seed(part.substring("seed=".length()));
      } else if (part.startsWith("wake=")) {
        wake = wake(part.substring("wake=".length()));
      } else {
        faults.add(possible(Injection.parse(part)));
      }
    }
    Plan control = Plan.control(schedule);
    // A run at another seed is a run elsewhere: its clock differs as well.
    Instant start = seed == control.seed() ? control.start() : control.elsewhere().start();
    return new Token(parts[0], new Plan(schedule, faults, wake, seed, start));
  }

  private static Injection possible(Injection injection) {
    if (injection.fault().needsRequest() && !injection.at().isOperation()) {
      throw new IllegalArgumentException(
          "Cannot let "
              + injection.fault()
              + " happen at '"
              + injection.at()
              + "', an event of the host, where no request is on its way: expected the address of a"
              + " request, as in C1.commit/Put#1");
    }
    return injection;
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Cannot read the seed '" + text + "' of a token: expected a whole number", e);
    }
  }

  private static Plan.Wake wake(String text) {
    return Arrays.stream(Plan.Wake.values())
        .filter(wake -> wake.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot read wake='" + text + "' of a token: expected recovered or committed"));
  }

  @Override
  public String toString() {
    return sink + ";" + plan.token();
  }
}
