package dev.landfall.sink.s3;

import java.util.List;

/**
 * The end of a log. Immutable, thread-safe.
 *
 * @param state what the summaries come to
 * @param chain the summaries, from entry 1 on
 * @param tail the entries behind them
 */
record LogHead(LogState state, List<SummaryName> chain, List<LogEntry> tail) {}
