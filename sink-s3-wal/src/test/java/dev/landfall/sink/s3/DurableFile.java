package dev.landfall.sink.s3;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.host.Pending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The checkpoint of a process that gets killed. */
final class DurableFile {
  private DurableFile() {}

  static void write(Path file, Durable durable) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(durable.checkpoint() + " " + durable.generation() + " " + durable.position());
    durable.newest().forEach(interval -> lines.add("newest " + interval));
    for (Pending one : durable.pending()) {
      byte[] bytes = CommittableCodec.encode(one.committable());
      lines.add("pending " + Base64.getEncoder().encodeToString(bytes));
    }
    Path temporary = file.resolveSibling("temporary");
    Files.write(temporary, lines);
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
  }

  static Durable read(Path file) throws Exception {
    if (!Files.exists(file)) {
      return Durable.NOTHING;
    }
    List<String> lines = Files.readAllLines(file);
    List<String> first = List.of(lines.get(0).split(" ", -1));
    long checkpoint = Long.parseLong(first.get(0));
    List<IntervalId> newest = new ArrayList<>();
    List<Pending> pending = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String value = line.substring(line.indexOf(' ') + 1);
      if (line.startsWith("newest ")) {
        newest.add(IntervalId.parse(value));
      } else {
        pending.add(
            new Pending(
                Optional.of(new CheckpointId(checkpoint)),
                CommittableCodec.decode(Base64.getDecoder().decode(value))));
      }
    }
    return new Durable(
        checkpoint,
        new Generation(Long.parseLong(first.get(1))),
        newest,
        pending,
        Long.parseLong(first.get(2)));
  }
}
