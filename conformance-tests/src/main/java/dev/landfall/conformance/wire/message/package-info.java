/**
 * The child protocol: JSON lines between the suite and the process that holds the sink under test;
 * the schema is {@code docs/child-protocol.schema.json}.
 */
@NullMarked
package dev.landfall.conformance.wire.message;

import org.jspecify.annotations.NullMarked;
