/** Real processes of the command, killed, stopped and taken over. */
@org.jspecify.annotations.NullMarked
package dev.landfall.cli.kill;
