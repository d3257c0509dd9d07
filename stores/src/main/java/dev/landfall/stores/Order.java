package dev.landfall.stores;

import java.util.Optional;

/**
 * A store as a builder describes it. Equal orders can share a store. Immutable, thread-safe.
 *
 * @param own whether an endpoint given by the user is left out
 * @param container how a container would run it; empty if only an embedded one can be like this
 */
record Order(StoreKind kind, boolean own, Recipe recipe, Optional<ContainerPlan> container) {}
