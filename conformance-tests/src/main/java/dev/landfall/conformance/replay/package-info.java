/** Repeats one schedule from its token, shrinks it, and draws what happened. */
@NullMarked
package dev.landfall.conformance.replay;

import org.jspecify.annotations.NullMarked;
