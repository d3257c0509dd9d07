package dev.landfall.runner.plugin;

/**
 * A connector that was found. Immutable, thread-safe.
 *
 * @param <P> {@code SinkProvider<?>} or {@code SourceProvider<?>}
 * @param name what stands in {@code type:} of a pipeline file
 * @param summary one line
 * @param origin the jar or directory that it comes from, for people
 * @param provider may be called on any thread: a plug-in's is called under its own context class
 *     loader
 */
public record Connector<P>(String name, String summary, String origin, P provider) {}
