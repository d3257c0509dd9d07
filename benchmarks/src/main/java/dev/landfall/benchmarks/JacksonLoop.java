package dev.landfall.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.landfall.sdk.HostTime;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a person writes to parse a file of JSON lines: a reader of lines and an object mapper, on
 * one thread. One thread at a time.
 *
 * @param file the lines
 * @param time the clock
 */
record JacksonLoop(Path file, HostTime time) implements Contender {
  private static final ObjectReader JSON = new ObjectMapper().readerFor(Map.class);

  @Override
  public String name() {
    return "lines and Jackson";
  }

  @Override
  public Measured round() throws Exception {
    Meter meter = new Meter(time);
    long records = 0;
    long fields = 0; // so that nobody may leave the parsing out
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Map<?, ?> parsed = JSON.readValue(line);
        fields += parsed.size();
        records++;
      }
    }
    if (fields == 0) {
      throw new IllegalStateException("Cannot use '" + file + "': it has no fields");
    }
    return meter.stop(records);
  }
}
