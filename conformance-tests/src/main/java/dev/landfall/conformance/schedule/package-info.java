/** Host schedules as data: what a host does, in which order, with how many writers. */
@NullMarked
package dev.landfall.conformance.schedule;

import org.jspecify.annotations.NullMarked;
