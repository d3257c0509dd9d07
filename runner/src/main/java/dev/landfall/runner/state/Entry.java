package dev.landfall.runner.state;

/** How a host comes to a state directory. */
public enum Entry {
  /** Refused while another process holds the lease. */
  RESPECT_LEASE,
  /** The lease is taken from whoever holds it ({@code --take-over}). */
  TAKE_OVER
}
