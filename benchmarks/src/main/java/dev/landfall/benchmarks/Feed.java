package dev.landfall.benchmarks;

import dev.landfall.sdk.record.SinkRecord;

/** Where a contender's records come from. One thread at a time. */
interface Feed {
  SinkRecord next();
}
