package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class XidsTest {
  private static final IntervalId INTERVAL =
      new IntervalId(new SinkId("orders", "rows").writer(37), new Generation(2), 40);

  @Test
  void SI_4_nameHoldsPipelineSinkSubtaskGenerationAndOrdinal() {
    assertThat(Xids.of(INTERVAL)).hasToString("lf:orders:11,rows:2:14");
    assertThat(Xids.interval(Xids.of(INTERVAL))).contains(INTERVAL);
  }

  @Test
  void longestNamesFit() {
    IntervalId longest =
        new IntervalId(
            new SinkId("p".repeat(48), "s".repeat(32)).writer(Integer.MAX_VALUE),
            new Generation(Long.MAX_VALUE),
            Long.MAX_VALUE);

    assertThat(Xids.interval(Xids.of(longest))).contains(longest);
  }

  @Test
  void SI_5_foreignNamesAreNotOurs() {
    byte[] global = "lf:orders:1".getBytes(StandardCharsets.US_ASCII);
    byte[] branch = "rows:1:1".getBytes(StandardCharsets.US_ASCII);

    assertThat(Xids.interval(new BranchXid(Xids.FORMAT, global, branch))).isPresent();
    assertThat(Xids.interval(new BranchXid(1, global, branch))).isEmpty();
    assertThat(Xids.interval(new BranchXid(Xids.FORMAT, branch, global))).isEmpty();
    assertThat(Xids.interval(xid("lf:orders:01", "rows:1:1"))).as("another spelling").isEmpty();
    assertThat(Xids.interval(xid("lf:orders:1", "rows:0:1"))).as("no generation").isEmpty();
    assertThat(Xids.interval(xid("lf:orders:1", "rows:1:zzzzzzzzzzzzz"))).as("too big").isEmpty();
  }

  private static BranchXid xid(String global, String branch) {
    return new BranchXid(
        Xids.FORMAT,
        global.getBytes(StandardCharsets.US_ASCII),
        branch.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void committableOfVersion1_isReadForEver() throws Exception {
    String golden = "4c464431" + "0c" + hex("lf:orders:11") + "09" + hex("rows:2:14");

    assertThat(HexFormat.of().formatHex(XaCommittable.of(INTERVAL, 7).payload())).isEqualTo(golden);
    assertThat(
            XaCommittable.xid(
                Committable.of(INTERVAL, 1, HexFormat.of().parseHex(golden), 7, "7 rows")))
        .isEqualTo(Xids.of(INTERVAL));
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void committableThatIsNoneIsRefused() {
    Committable shorter = Committable.of(INTERVAL, 1, new byte[] {1, 2, 3, 4, 99}, 1, "");
    Committable newer = Committable.of(INTERVAL, 2, new byte[0], 1, "");

    assertThatThrownBy(() -> XaCommittable.xid(shorter))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("it is not a branch's name");
    assertThatThrownBy(() -> XaCommittable.xid(newer))
        .hasMessageContaining("version 2, expected 1");
  }
}
