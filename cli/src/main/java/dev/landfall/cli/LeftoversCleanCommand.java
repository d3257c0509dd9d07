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

/** Removes leftovers. One thread at a time. */
@Command(
    name = "clean",
    description = "Remove every leftover; asks first. A pipeline may run meanwhile.",
    mixinStandardHelpOptions = true)
final class LeftoversCleanCommand implements Callable<Integer> {
  @Mixin private OperatorTarget target = new OperatorTarget();
  @Mixin private Consent consent = new Consent();

  @Override
  public Integer call()
      throws CommandException,
          ConfigurationException,
          RunException,
          IOException,
          InterruptedException {
    return target.operate(this::clean);
  }

  private Exit clean(Operated pipeline)
      throws CommandException, RunException, IOException, InterruptedException {
    List<StoreEntry> leftovers = pipeline.administration().leftovers();
    leftovers.forEach(entry -> Entries.text(entry).forEach(pipeline.console().err()::println));
    boolean goesOn =
        leftovers.isEmpty()
            || consent.isGiven(
                pipeline.console(),
                "Remove " + RunPrinter.counted(leftovers.size(), "leftover") + "?");
    return goesOn ? remove(pipeline, leftovers) : Exit.DONE;
  }

  /** One that cannot be removed keeps no other from it. */
  private static Exit remove(Operated pipeline, List<StoreEntry> leftovers)
      throws IOException, InterruptedException {
    ObjectNode result = pipeline.result();
    ArrayNode removed = result.putArray("removed");
    ArrayNode kept = result.putArray("kept");
    List<String> lines = new ArrayList<>();
    for (StoreEntry entry : leftovers) {
      try {
        pipeline.administration().remove(entry);
        removed.add(entry.name());
        lines.add("removed " + entry.what() + " '" + entry.name() + "'");
      } catch (RunException e) {
        kept.addObject().put("name", entry.name()).put("reason", e.getMessage());
        pipeline.console().err().println(e.getMessage());
      }
    }
    if (leftovers.isEmpty()) {
      lines.add("nothing of " + pipeline.sink() + " is left over");
    }
    pipeline.print(result, lines);
    return kept.isEmpty() ? Exit.DONE : Exit.FAILED;
  }
}
