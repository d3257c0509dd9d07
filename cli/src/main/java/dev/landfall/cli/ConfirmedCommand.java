package dev.landfall.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.RunException;
import dev.landfall.sdk.admin.ConfirmedView;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the confirmed view. One thread at a time. */
@Command(
    name = "confirmed",
    description =
        "List what is confirmed, for sinks whose readers follow confirmations; changes nothing.",
    mixinStandardHelpOptions = true)
final class ConfirmedCommand implements Callable<Integer> {
  @Mixin private OperatorTarget target = new OperatorTarget();

  @Option(
      names = "--manifest",
      paramLabel = "FILE",
      description =
          "Write the addresses into a file, one a line, for engines that take a list of files.")
  private @Nullable Path manifest;

  @Override
  public Integer call()
      throws CommandException,
          ConfigurationException,
          RunException,
          IOException,
          InterruptedException {
    return target.operate(this::list);
  }

  private Exit list(Operated pipeline)
      throws CommandException, RunException, IOException, InterruptedException {
    Optional<ConfirmedView.Listing> listing = pipeline.administration().confirmed();
    if (listing.isEmpty()) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot list what is confirmed: the readers of '"
              + pipeline.definition().sinkType()
              + "' follow no confirmations (they read like this: "
              + pipeline.administration().reader()
              + ")");
    }
    print(pipeline, listing.get());
    if (manifest != null) {
      write(manifest, listing.get());
    }
    return Exit.DONE;
  }

  private static void print(Operated pipeline, ConfirmedView.Listing listing) throws IOException {
    ObjectNode result = pipeline.result();
    ArrayNode objects = result.putArray("confirmed");
    List<String> lines = new ArrayList<>();
    long records = 0;
    for (StoreEntry entry : listing.objects()) {
      objects.add(Entries.json(entry));
      String count = entry.details().getOrDefault(ConfirmedView.RECORDS, "0");
      records += Long.parseLong(count);
      lines.add(
          address(entry)
              + "  "
              + entry.interval().map(Object::toString).orElse("")
              + ", "
              + count
              + " records");
    }
    result.put("records", records).put("requests", listing.requests());
    pipeline.print(result, lines);
    pipeline
        .console()
        .err()
        .println(
            RunPrinter.counted(listing.objects().size(), "object")
                + ", "
                + RunPrinter.counted(records, "record")
                + "; asked the store "
                + RunPrinter.counted(listing.requests(), "time"));
  }

  private static String address(StoreEntry entry) {
    return entry.details().getOrDefault(ConfirmedView.ADDRESS, entry.name());
  }

  /** Whole or not at all: an engine may be reading the one before. */
  private static void write(Path target, ConfirmedView.Listing listing) throws IOException {
    Path whole = target.toAbsolutePath();
    Path temporary = whole.resolveSibling(whole.getFileName() + ".tmp");
    Files.write(temporary, listing.objects().stream().map(ConfirmedCommand::address).toList());
    Files.move(
        temporary, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
