/** The suite on real stores, as its command runs it: profiles, broken sinks, its own death. */
@NullMarked
package dev.landfall.cli.conformance;

import org.jspecify.annotations.NullMarked;
