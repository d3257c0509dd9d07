package dev.landfall.runner.letters;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.util.List;

/** Ends earlier hosts by renaming their staging directories away. One thread at a time. */
record LetterTakeover(LetterLayout layout, Staging staging) implements Takeover {
  @Override
  public Generation newest(WriterScope scope) throws SinkException {
    return visible(scope).stream()
        .map(IntervalId::generation)
        .reduce(Generation.NONE, Generation::max);
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException {
    List<IntervalId> visible = visible(scope);
    return visible.stream()
        .filter(
            one ->
                visible.stream()
                    .noneMatch(other -> other.writer().equals(one.writer()) && other.isAfter(one)))
        .toList();
  }

  private List<IntervalId> visible(WriterScope scope) throws SinkException {
    try {
      return layout.visible(scope);
    } catch (IOException e) {
      throw failed("list", e);
    }
  }

  /** For the whole pipeline at once: its host answers for all scopes. */
  @Override
  public void fence(WriterScope scope, Generation current) throws SinkException {
    try {
      staging.fenceOlder();
    } catch (IOException e) {
      throw failed("take over", e);
    }
  }

  @Override
  public List<String> abortDangling(WriterScope scope, Generation current) throws SinkException {
    try {
      return staging.sweep();
    } catch (IOException e) {
      throw failed("sweep", e);
    }
  }

  private SinkException failed(String verb, IOException e) {
    return new StoreUnavailableException(
        "Cannot " + verb + " the dead letters in '" + layout.root() + "': " + e, e);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
