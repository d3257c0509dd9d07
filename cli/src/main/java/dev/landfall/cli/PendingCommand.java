package dev.landfall.cli;

import picocli.CommandLine.Command;

/** Commands about what is prepared or open in a store. Stateless. */
@Command(
    name = "pending",
    description = "List, commit or abort what a pipeline has prepared or open in its store.",
    mixinStandardHelpOptions = true,
    subcommands = {PendingListCommand.class, PendingCommitCommand.class, PendingAbortCommand.class})
final class PendingCommand {}
