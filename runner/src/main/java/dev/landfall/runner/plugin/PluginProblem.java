package dev.landfall.runner.plugin;

/**
 * A jar or directory that cannot be used; it hinders no other. Immutable, thread-safe.
 *
 * @param origin the jar or directory
 * @param message what is wrong with it, with a remedy
 */
public record PluginProblem(String origin, String message) {
  @Override
  public String toString() {
    return "Cannot load " + origin + ": " + message;
  }
}
