package dev.landfall.conformance.wire.remote;

/** An exception of the process under test that a host does not know by name. */
public final class RemoteException extends RuntimeException {
  private final String type;

  public RemoteException(String type, String message) {
    super(type + ": " + message);
    this.type = type;
  }

  /** The simple name of what was thrown. */
  public String type() {
    return type;
  }
}
