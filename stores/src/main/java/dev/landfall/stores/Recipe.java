package dev.landfall.stores;

/** Prepares an embedded store: gets its binaries, lays out its data. One thread at a time. */
interface Recipe {
  Plan prepare(RunFolder run, Ports ports);
}
