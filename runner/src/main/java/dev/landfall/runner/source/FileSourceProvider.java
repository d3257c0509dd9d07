package dev.landfall.runner.source;

import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceProvider;

/**
 * The {@code file} source: JSON lines and CSV, plain or compressed, resumed by byte position.
 * Stateless, thread-safe.
 *
 * <p>A checkpoint holds, for each file, the position and fingerprints of the file's first bytes and
 * of the last bytes before the position. A file that changed before its position, became shorter or
 * is gone stops the start; it is never read on from a wrong place (HO-7).
 */
public final class FileSourceProvider implements SourceProvider<FileSourceConfiguration> {
  @Override
  public String name() {
    return "file";
  }

  @Override
  public String summary() {
    return "JSON lines and CSV from files, plain or compressed, resumed by byte position";
  }

  @Override
  public Class<FileSourceConfiguration> configuration() {
    return FileSourceConfiguration.class;
  }

  @Override
  public Source open(FileSourceConfiguration configuration, SourceContext context)
      throws SourceException {
    TextFormat format = configuration.format().of(configuration.path());
    FileSettings settings =
        new FileSettings(
            TextFormat.make(
                format,
                configuration.delimiter(),
                configuration.header(),
                configuration.columns(),
                configuration.nulls()),
            configuration.compression(),
            TextBounds.maxRecordBytes(configuration.maxRecordSize()),
            TextBounds.sampleRecords(configuration.sampleRecords()),
            configuration.follow());
    return new FileSource(
        FileSet.of(configuration.path(), configuration.root()),
        settings,
        TextBounds.declared(configuration.schema(), format),
        context.time());
  }
}
