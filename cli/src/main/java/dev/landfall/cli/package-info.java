/** The {@code landfall} command; one small class for each subcommand. */
@org.jspecify.annotations.NullMarked
package dev.landfall.cli;
