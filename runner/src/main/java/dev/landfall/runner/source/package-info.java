/**
 * The sources that come with the runner: files, standard input, generated records.
 *
 * <p>Text is read in four steps, each with its classes: bytes ({@code InputBytes}, {@code
 * Compression}), records ({@code RecordScanner}, {@code Framing}), values ({@code RecordFormat},
 * {@code RecordParser}) and their types ({@code Schema}, {@code TypeInference}).
 */
@org.jspecify.annotations.NullMarked
package dev.landfall.runner.source;
