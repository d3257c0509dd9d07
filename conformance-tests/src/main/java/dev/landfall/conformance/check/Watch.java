package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Event;

/** Looks at one event after the other, with the book written up to it. One thread at a time. */
interface Watch {
  void on(Event event);
}
