package dev.landfall.cli;

import picocli.CommandLine.Command;

/** Commands about what can never count any more. Stateless. */
@Command(
    name = "leftovers",
    description = "List or remove what crashes left in the store and nothing can need any more.",
    mixinStandardHelpOptions = true,
    subcommands = {LeftoversListCommand.class, LeftoversCleanCommand.class})
final class LeftoversCommand {}
