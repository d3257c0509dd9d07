package dev.landfall.runner.source;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Key;
import java.util.Optional;

/** The keys of the {@code generator} source. Immutable, thread-safe. */
public record GeneratorSourceConfiguration(
    @Key("Records in all, over all splits; without it there is no end.") Optional<Long> count,
    @Key("Records a second, over all splits; without it as many as the pipeline takes.")
        Optional<Long> rate,
    @Key(value = "Splits, which can be read in parallel; 1 to 1024.", defaultValue = "1")
        int splits,
    @Key(
            value = "So many different keys come again and again; at least one a split.",
            defaultValue = "100000")
        long keys,
    @Key(value = "Size of each record's payload, up to 1MiB.", defaultValue = "100B")
        DataSize valueSize,
    @Key(value = "Another seed gives other records.", defaultValue = "42") long seed) {}
