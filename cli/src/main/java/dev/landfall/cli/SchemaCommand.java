package dev.landfall.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints the schema of pipeline files. One thread at a time. */
@Command(
    name = "schema",
    description = "Print a JSON schema of pipeline files, plug-ins included, for editors.",
    mixinStandardHelpOptions = true)
final class SchemaCommand implements Callable<Integer> {
  @ParentCommand private Landfall landfall;

  /** Picocli sets the parent. */
  @SuppressWarnings("NullAway.Init")
  SchemaCommand() {}

  @Override
  public Integer call() throws JsonProcessingException {
    landfall.console().out().println(PipelineSchema.text(landfall.connectors()));
    return Exit.DONE.code();
  }
}
