/** What long tests measured, as files in {@code docs/evidence}. */
@org.jspecify.annotations.NullMarked
package dev.landfall.sdk.evidence;
