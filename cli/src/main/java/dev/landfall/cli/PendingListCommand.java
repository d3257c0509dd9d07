package dev.landfall.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.PendingEntry;
import dev.landfall.runner.RunException;
import dev.landfall.sdk.config.ConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists what is prepared or open, and changes nothing. One thread at a time. */
@Command(
    name = "list",
    description =
        "List what is prepared or open, its age, and which checkpoint counts on it; changes"
            + " nothing.",
    mixinStandardHelpOptions = true)
final class PendingListCommand implements Callable<Integer> {
  @Mixin private OperatorTarget target = new OperatorTarget();

  @Override
  public Integer call()
      throws CommandException,
          ConfigurationException,
          RunException,
          IOException,
          InterruptedException {
    return target.operate(PendingListCommand::list);
  }

  private static Exit list(Operated pipeline)
      throws RunException, IOException, InterruptedException {
    pipeline.warn();
    List<PendingEntry> pending = pipeline.administration().pending();
    ObjectNode result = pipeline.result();
    ArrayNode nodes = result.putArray("pending");
    List<String> lines = new ArrayList<>();
    for (PendingEntry entry : pending) {
      nodes.add(Entries.json(entry));
      lines.addAll(Entries.text(entry));
    }
    if (pending.isEmpty()) {
      lines.add("nothing of " + pipeline.sink() + " is pending");
    }
    pipeline.print(result, lines);
    return Exit.DONE;
  }
}
