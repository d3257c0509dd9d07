package dev.landfall.runner;

import dev.landfall.sdk.HostTime;

/** What the threads of one attempt share. Immutable, thread-safe, as are its parts. */
record Shared(Events events, Counters counters, Rejections rejections, HostTime time) {
  static Shared of(OnReject policy, HostTime time) {
    Events events = new Events();
    Rejections rejections =
        new Rejections(policy, record -> events.post(new Event.Rejected(record)));
    return new Shared(events, new Counters(), rejections, time);
  }
}
