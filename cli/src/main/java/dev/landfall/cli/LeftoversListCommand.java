package dev.landfall.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.RunException;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.config.ConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists leftovers, and changes nothing. One thread at a time. */
@Command(
    name = "list",
    description = "List leftovers with their age; changes nothing.",
    mixinStandardHelpOptions = true)
final class LeftoversListCommand implements Callable<Integer> {
  @Mixin private OperatorTarget target = new OperatorTarget();

  @Override
  public Integer call()
      throws CommandException,
          ConfigurationException,
          RunException,
          IOException,
          InterruptedException {
    return target.operate(LeftoversListCommand::list);
  }

  private static Exit list(Operated pipeline)
      throws RunException, IOException, InterruptedException {
    List<StoreEntry> leftovers = pipeline.administration().leftovers();
    ObjectNode result = pipeline.result();
    ArrayNode nodes = result.putArray("leftovers");
    List<String> lines = new ArrayList<>();
    for (StoreEntry entry : leftovers) {
      nodes.add(Entries.json(entry));
      lines.addAll(Entries.text(entry));
    }
    if (leftovers.isEmpty()) {
      lines.add("nothing of " + pipeline.sink() + " is left over");
    }
    pipeline.print(result, lines);
    return Exit.DONE;
  }
}
