package dev.landfall.examples.directory;

import dev.landfall.sdk.config.Key;
import java.nio.file.Path;

/** What a pipeline file says about the directory sink. Immutable, thread-safe. */
public record DirectoryConfiguration(
    @Key("The directory that readers look into; made if it is not there.") Path path) {}
