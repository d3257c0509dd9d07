/** Decoders that name what a client asks of a store: the first half of every address. */
@NullMarked
package dev.landfall.conformance.wire.protocol;

import org.jspecify.annotations.NullMarked;
