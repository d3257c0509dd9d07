package dev.landfall.conformance.wire.child;

import dev.landfall.conformance.wire.Spoil;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A good idempotent sink with one fault. One thread at a time. */
record SpoiledIdempotentSink(IdempotentSink good, Spoil spoil) implements IdempotentSink {
  private static final int DROPPED = 10;

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    return new Writer(good.writer(id, rejected), spoil);
  }

  @Override
  public Guarantee guarantee() {
    return good.guarantee();
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return good.preflight(terms);
  }

  @Override
  public void close() {
    good.close();
  }

  private static final class Writer implements IdempotentWriter {
    private final IdempotentWriter writer;
    private final Spoil spoil;
    private final Set<Object> keys = new HashSet<>();
    private final List<SinkRecord> kept = new ArrayList<>();
    private int records;

    Writer(IdempotentWriter writer, Spoil spoil) {
      this.writer = writer;
      this.spoil = spoil;
    }

    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      records++;
      boolean loses =
          (spoil == Spoil.DROPS_RECORDS && records % DROPPED == 3)
              || (spoil == Spoil.FIRST_OF_KEY_WINS && !keys.add(record.key()));
      if (spoil == Spoil.FLUSHES_NOTHING) {
        kept.add(record);
      } else if (!loses) {
        writer.write(record);
      }
    }

    @Override
    public void flush() throws SinkException, InterruptedException {
      try {
        writer.flush();
      } catch (SinkException e) {
        if (spoil != Spoil.SWALLOWS_ERRORS) {
          throw e;
        }
      }
      keys.clear();
      for (SinkRecord record : kept) {
        writer.write(record);
      }
      kept.clear();
    }

    @Override
    public void close() {
      writer.close();
    }
  }
}
