/**
 * Asks a bare store what it keeps of what the contracts need, and says which contract it can carry.
 */
@NullMarked
package dev.landfall.conformance.probe;

import org.jspecify.annotations.NullMarked;
