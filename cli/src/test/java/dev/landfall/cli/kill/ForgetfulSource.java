package dev.landfall.cli.kill;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** Moves its positions when records are read, as a consumer with automatic commits does. */
record ForgetfulSource(Source real, Path positions) implements Source {
  @Override
  public Replay replay() {
    return real.replay();
  }

  @Override
  public List<Finding> preflight() throws InterruptedException {
    return real.preflight();
  }

  @Override
  public Set<String> splits() throws SourceException, InterruptedException {
    return real.splits();
  }

  @Override
  public SourceReader reader() throws SourceException, InterruptedException {
    SourceReader reader = real.reader();
    return new SourceReader() {
      @Override
      public void assign(String split, Optional<SplitPosition> ignored)
          throws SourceException, InterruptedException {
        reader.assign(split, load(split));
      }

      @Override
      public Status read(RecordOutput output) throws SourceException, InterruptedException {
        Status status = reader.read(output);
        for (Map.Entry<String, SplitPosition> split : reader.positions().entrySet()) {
          save(split.getKey(), split.getValue());
        }
        return status;
      }

      @Override
      public Map<String, SplitPosition> positions() {
        return reader.positions();
      }

      @Override
      public void close() {
        reader.close();
      }
    };
  }

  private Path file(String split) {
    return positions.resolveSibling("forgotten-" + split.replaceAll("[^A-Za-z0-9]", "_"));
  }

  private void save(String split, SplitPosition position) throws SourceException {
    Properties fields = new Properties();
    fields.putAll(position.fields());
    StringWriter text = new StringWriter();
    try {
      fields.store(text, null);
      Files.writeString(file(split), text.toString());
    } catch (IOException e) {
      throw new SourceException("Cannot keep a position: " + e, e);
    }
  }

  private Optional<SplitPosition> load(String split) throws SourceException {
    if (!Files.exists(file(split))) {
      return Optional.empty();
    }
    Properties fields = new Properties();
    try {
      fields.load(new StringReader(Files.readString(file(split))));
    } catch (IOException e) {
      throw new SourceException("Cannot read a position: " + e, e);
    }
    Map<String, String> texts = new TreeMap<>();
    fields.stringPropertyNames().forEach(name -> texts.put(name, fields.getProperty(name)));
    // A kill while the file was written leaves it empty.
    return texts.isEmpty() ? Optional.empty() : Optional.of(new SplitPosition(texts));
  }

  @Override
  public void close() {
    real.close();
  }
}
