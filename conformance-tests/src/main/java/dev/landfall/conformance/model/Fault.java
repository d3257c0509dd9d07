package dev.landfall.conformance.model;

/** The faults of the suite, K1 to K13. */
public enum Fault {
  K1("the process is killed in a gap"),
  K2("half of the bytes arrive, then the process is killed"),
  K3("ghost: the request is held, the process killed, its successor recovers, then it arrives"),
  K4("half-open: the process is killed, its connections to the store stay alive"),
  K5("applied, the reply is lost, the process lives"),
  K6("the reply comes later than the client waits"),
  K7("both directions fall silent for a while"),
  K8("the store answers with an error of its own kind"),
  K9("the store is killed and started again"),
  K10("zombie: the process is stopped, a successor recovers, then it goes on"),
  K11("the store's transaction time-out passes"),
  K12("replies are slow"),
  K13("the wall clock jumps");

  private final String meaning;

  Fault(String meaning) {
    this.meaning = meaning;
  }

  public String meaning() {
    return meaning;
  }

  /** Whether it happens to a request: where none is on its way, nothing is cut, held or lost. */
  public boolean needsRequest() {
    return this == K2 || this == K3 || (K5.compareTo(this) <= 0 && compareTo(K8) <= 0);
  }

  /** Whether the process that meets the fault is gone afterwards. */
  public boolean kills() {
    return this == K1 || this == K2 || this == K3 || this == K4;
  }
}
