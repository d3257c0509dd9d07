/**
 * Writes what a run gave as a folder that opens from disk: pages for people, files for machines.
 */
@NullMarked
package dev.landfall.conformance.report;

import org.jspecify.annotations.NullMarked;
