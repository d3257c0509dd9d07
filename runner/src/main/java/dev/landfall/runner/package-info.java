/** The embedded runner: a source, a sink and checkpoints in one process. */
@org.jspecify.annotations.NullMarked
package dev.landfall.runner;
