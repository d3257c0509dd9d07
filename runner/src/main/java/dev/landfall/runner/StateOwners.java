package dev.landfall.runner;

import dev.landfall.runner.state.StateOwner;

/** Tells whose state a pipeline's is. Stateless, thread-safe. */
final class StateOwners {
  private StateOwners() {}

  static StateOwner of(PipelineDefinition definition) {
    return new StateOwner(
        definition.pipeline(),
        definition.sourceType(),
        definition.sinkType(),
        definition.sinkId().sink(),
        definition.sinkMode());
  }
}
