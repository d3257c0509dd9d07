package dev.landfall.stores;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * How a container runs a store. Immutable, thread-safe.
 *
 * @param image the default image; {@code LANDFALL_<LABEL>_IMAGE} names another
 * @param containerPort where the server listens inside
 * @param variables the container's environment, given the port on this machine
 * @param command arguments for the image's entry point; empty leaves its own
 * @param readyLine what the server logs when it is ready
 * @param environment what a client needs, given the port on this machine
 */
record ContainerPlan(
    String image,
    int containerPort,
    IntFunction<Map<String, String>> variables,
    List<String> command,
    String readyLine,
    IntFunction<Map<String, String>> environment) {}
