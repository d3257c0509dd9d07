package dev.landfall.stores;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a container runs a store. In variables, command and environment, {@code {port}} stands for
 * the port on this machine. Immutable, thread-safe.
 *
 * @param defaultImage {@code LANDFALL_<LABEL>_IMAGE} names another
 * @param port where the server listens inside
 * @param variables the container's environment
 * @param command arguments for the image's entry point; empty leaves its own
 * @param readyLine what the server logs when it is ready
 * @param firstReadyCount how often it logs it before it is ready for the first time
 * @param environment what a client needs
 */
record ContainerPlan(
    String defaultImage,
    int port,
    Map<String, String> variables,
    List<String> command,
    String readyLine,
    int firstReadyCount,
    Map<String, String> environment) {

  ContainerPlan onPort(int hostPort) {
    return new ContainerPlan(
        defaultImage,
        port,
        filled(variables, hostPort),
        command.stream().map(word -> fill(word, hostPort)).toList(),
        readyLine,
        firstReadyCount,
        filled(environment, hostPort));
  }

  private static Map<String, String> filled(Map<String, String> template, int hostPort) {
    Map<String, String> lines = new TreeMap<>();
    template.forEach((key, value) -> lines.put(key, fill(value, hostPort)));
    return lines;
  }

  private static String fill(String text, int hostPort) {
    return text.replace("{port}", Integer.toString(hostPort));
  }
}
