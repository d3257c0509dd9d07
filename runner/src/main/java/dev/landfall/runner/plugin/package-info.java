/** Finds connectors: those on the class path, and those in plug-in directories. */
@org.jspecify.annotations.NullMarked
package dev.landfall.runner.plugin;
