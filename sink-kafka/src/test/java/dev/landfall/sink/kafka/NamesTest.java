package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
  private static final SinkId SINK = new SinkId("orders", "out");

  @Test
  void SI_4_slotsAndFlags_areReadBack() {
    TransactionalId id = new TransactionalId(SINK.writer(3), new Generation(12), 4);
    Flag flag = new Flag(new WriterScope(SINK, 1, 2), new Generation(5));
    Flag lone = new Flag(WriterScope.of(SINK.writer(0)), new Generation(1));

    assertThat(id).hasToString("landfall.orders.out.3.g12.s4");
    assertThat(TransactionalId.parse(id.toString())).contains(id);
    assertThat(flag).hasToString("landfall.orders.out.1-of-2.g5.flag");
    assertThat(Flag.parse(flag.toString())).contains(flag);
    assertThat(Flag.parse(lone.toString())).contains(lone);
    assertThat(Names.writerOfGroup("landfall.orders.out.3")).contains(SINK.writer(3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "landfall.orders.out",
        "landfall.Orders.out.0.g1.s0",
        "landfall.orders.out.0.g0x.s0",
        "xlandfall.orders.out.0.g1.s0",
        "landfall.orders.out.0.g1.s0.x",
        "landfall.orders.out.5-of-2.g1.flag",
        "landfall.orders.out.0-of-9999999999.g1.flag",
        "landfall.ORDERS.out.0"
      })
  void SI_5_foreignNames_areNotOurs(String foreign) {
    assertThat(TransactionalId.parse(foreign)).isEmpty();
    assertThat(Flag.parse(foreign)).isEmpty();
    assertThat(Names.writerOfGroup(foreign)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0,1,1,2,true", "0,2,1,2,false", "0,2,2,4,true", "1,3,0,2,true", "1,2,3,4,true"})
  void flag_concernsWhereAnySubtaskBelongsToBoth(int a, int of, int b, int ofOther, boolean both) {
    Flag flag = new Flag(new WriterScope(SINK, a, of), new Generation(1));

    assertThat(flag.concerns(new WriterScope(SINK, b, ofOther))).isEqualTo(both);
  }

  @Test
  void flag_endsOlderGenerationsOfItsScopeAlone() {
    Flag flag = new Flag(new WriterScope(SINK, 1, 2), new Generation(5));

    assertThat(flag.ends(SINK.writer(3), new Generation(4))).isTrue();
    assertThat(flag.ends(SINK.writer(3), new Generation(5))).isFalse();
    assertThat(flag.ends(SINK.writer(2), new Generation(4))).isFalse();
  }
}
