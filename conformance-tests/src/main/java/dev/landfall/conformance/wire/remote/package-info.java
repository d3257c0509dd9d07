/** The sink under test as its host sees it: each call goes to the process that holds it. */
@NullMarked
package dev.landfall.conformance.wire.remote;

import org.jspecify.annotations.NullMarked;
