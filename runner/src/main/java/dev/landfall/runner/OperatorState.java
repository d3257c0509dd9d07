package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.Entry;
import dev.landfall.runner.state.HeldState;
import dev.landfall.runner.state.Holder;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StateException;
import dev.landfall.runner.state.StoredCheckpoint;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.Pending;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A state directory as an operator's command uses it: looked at, or taken as a host takes it. One
 * thread at a time.
 */
final class OperatorState implements AutoCloseable {
  private final PipelineDefinition definition;
  private final RunOptions options;
  private final StateDirectory directory;
  private final String token;
  private @Nullable HeldState held;

  OperatorState(PipelineDefinition definition, RunOptions options, String token) {
    this.definition = definition;
    this.options = options;
    this.token = token;
    this.directory = StateDirectory.at(root(), options.time());
  }

  Path root() {
    return definition.checkpoint().directory();
  }

  Path log() {
    return directory.log();
  }

  boolean exists() {
    return Files.isDirectory(root());
  }

  Optional<Holder> liveHolder() throws StateException {
    return exists() ? directory.liveHolder() : Optional.empty();
  }

  /** Newest first. A damaged newest one is an error: nobody could tell what it counts on. */
  List<Checkpoint> checkpoints() throws StateException {
    List<Checkpoint> checkpoints = new ArrayList<>();
    for (StoredCheckpoint stored : directory.checkpoints()) {
      try {
        Checkpoint checkpoint = stored.read();
        StateOwners.of(definition).requireSame(checkpoint.owner(), "checkpoint " + stored.id());
        checkpoints.add(checkpoint);
      } catch (StateException e) {
        if (checkpoints.isEmpty()) {
          throw e;
        }
      }
    }
    return checkpoints;
  }

  /**
   * Takes the state until {@link #close}, or makes sure that it is still held. Without a directory
   * there is nothing to take.
   */
  void take() throws SinkException, StateException {
    if (held != null) {
      held.requireHeld();
    } else if (exists()) {
      Optional<Holder> holder = liveHolder();
      if (holder.isPresent()) {
        throw new SinkException(
            String.format(
                "Cannot change anything beside the pipeline '%s': '%s' is held by %s, which may be"
                    + " about to commit or abort the same (end that process first)",
                definition.pipeline(), root(), holder.get()));
      }
      held = directory.take(token, Generation.NONE, Entry.RESPECT_LEASE);
    }
  }

  /** The generation taken; none without a state directory. */
  Generation generation() {
    return held == null ? Generation.NONE : held.generation();
  }

  /**
   * Makes a checkpoint durable that no longer names what is given up; a later start goes on from
   * it.
   *
   * @return that checkpoint; empty if the newest did not name it
   */
  Optional<Checkpoint> drop(Pending lost) throws StateException {
    List<Checkpoint> checkpoints = checkpoints();
    if (held == null || checkpoints.isEmpty() || !checkpoints.get(0).pending().contains(lost)) {
      return Optional.empty();
    }
    Checkpoint without =
        checkpoints
            .get(0)
            .without(lost)
            .continued(held.nextId(), held.generation(), options.time().now());
    held.complete(without);
    held.retain(definition.checkpoint().retained());
    return Optional.of(without);
  }

  /** Gives back what was taken. */
  @Override
  public void close() {
    if (held != null) {
      held.close();
      held = null;
    }
  }
}
