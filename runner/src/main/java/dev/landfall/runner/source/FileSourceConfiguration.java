package dev.landfall.runner.source;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Key;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of the {@code file} source. Immutable, thread-safe. */
public record FileSourceConfiguration(
    @Key(
            "Files to read: a path or glob (*, **, ?, {a,b}), or a list of them; a link to a file"
                + " that a glob finds too is passed over.")
        List<String> path,
    @Key(
            "The directory that the paths, and the names of the splits in checkpoints, are relative"
                + " to; without it, each path's own directory.")
        Optional<String> root,
    @Key(value = "auto (by the file's name), jsonl or csv.", defaultValue = "auto")
        TextFormat format,
    @Key(
            value = "auto (.gz and .zst by the file's name), none, gzip or zstd.",
            defaultValue = "auto")
        Compression compression,
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
                "Types by field: boolean, long, double, decimal, text, bytes (base64 or bytes hex),"
                    + " instant, date, time, list, map, any; dates and times take a pattern"
                    + " (date MMM d yyyy), instants also seconds, millis, micros or nanos.",
            defaultValue = "{}")
        Map<String, String> schema,
    @Key(
            value =
                "So many records are looked at for the types of fields that schema does not name;"
                    + " 0 looks at none.",
            defaultValue = "10000")
        int sampleRecords,
    @Key(value = "A larger record is rejected; between 4KiB and 1GiB.", defaultValue = "64MiB")
        DataSize maxRecordSize,
    @Key(
            value = "Whether to wait for more lines, files and rotated files, rather than to end.",
            defaultValue = "false")
        boolean follow) {}
