package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdministrationIT {
  @ParameterizedTest
  @EnumSource
  void pending_isListedCommittedAndAborted(Protocol protocol) throws Exception {
    try (Lab lab = new Lab(Brokers.shared(protocol));
        Administration administration = lab.open().administration().orElseThrow()) {
      TransactionWriter writer = lab.writer(lab.open(), 1);
      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a");
      writer.begin(lab.interval(1, 2));
      writer.write(Lab.put("open"));
      Observer.await("both are there", () -> administration.pending().size() == 2);

      List<StoreEntry> pending = administration.pending();
      StoreEntry prepared = pending.get(0);
      StoreEntry open = pending.get(1);
      assertThat(prepared.what()).isEqualTo("prepared transaction");
      assertThat(prepared.age()).isPresent();
      assertThat(prepared.left()).isPresent();
      assertThat(prepared.details()).containsEntry("generation", "1");
      assertThat(open.what()).isEqualTo("open transaction");
      assertThatThrownBy(() -> administration.commit(open))
          .isInstanceOf(SinkException.class)
          .hasMessageContaining("not prepared");
      assertThat(administration.commit(prepared)).isEqualTo(CommitOutcome.committed());
      administration.abort(open);
      assertThatThrownBy(() -> administration.abort(open)).hasMessageContaining("list again");
      assertThat(administration.pending()).isEmpty();

      // a person's commit is proven to the pipeline that comes back
      try (Committer committer = lab.open().committer()) {
        assertThat(committer.commit(one)).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
      }
      assertThat(lab.visible()).containsExactly("a");
      StoreEntry group = administration.bookkeeping().get(0);
      assertThat(group.interval()).contains(lab.interval(1, 1));
      administration.remove(group);
      administration.remove(group);
      assertThat(administration.bookkeeping()).isEmpty();
      assertThat(administration.leftovers()).isEmpty();
    }
  }
}
