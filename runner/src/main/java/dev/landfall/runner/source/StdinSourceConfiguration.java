package dev.landfall.runner.source;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Key;
import java.util.List;
import java.util.Map;

/** The keys of the {@code stdin} source. Immutable, thread-safe. */
public record StdinSourceConfiguration(
    @Key(value = "jsonl or csv.", defaultValue = "jsonl") TextFormat format,
    @Key(value = "CSV: the character between two fields.", defaultValue = ",") String delimiter,
    @Key(
            value = "CSV: first-record, which names the columns, or none.",
            defaultValue = "first-record")
        Header header,
    @Key(
            value = "CSV: the columns' names, in order; they win over the header's.",
            defaultValue = "[]")
        List<String> columns,
    @Key(
            value =
                "CSV: texts that mean null, where they have no quotes; the empty field does too, and"
                    + " in quotes if its type is not text.",
            defaultValue = "[]")
        List<String> nulls,
    @Key(
            value =
                "Types by field, as in the file source; nothing is inferred: other CSV fields are"
                    + " text, other JSON fields pass as they stand.",
            defaultValue = "{}")
        Map<String, String> schema,
    @Key(value = "A larger record is rejected; between 4KiB and 1GiB.", defaultValue = "64MiB")
        DataSize maxRecordSize) {}
