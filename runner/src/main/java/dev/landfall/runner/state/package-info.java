/** The state directory: who may write it, and the checkpoints in it. */
@org.jspecify.annotations.NullMarked
package dev.landfall.runner.state;
