package dev.landfall.cli;

import picocli.CommandLine.Command;

/** The other name of {@link ConfirmedCommand}. Stateless. */
@Command(
    name = "s3",
    description = "'s3 confirmed' is 'confirmed'.",
    mixinStandardHelpOptions = true,
    subcommands = ConfirmedCommand.class)
final class S3Command {}
