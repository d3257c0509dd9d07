package dev.landfall.conformance.host;

/** A host that has lost its lease tried to complete a checkpoint (HO-11). */
final class Superseded extends Exception {
  Superseded() {
    super("the lease is lost", null, false, false);
  }
}
