/**
 * Grades the suite itself: against broken sinks that it must catch, and legal ones it must pass.
 */
@NullMarked
package dev.landfall.conformance.grade;

import org.jspecify.annotations.NullMarked;
