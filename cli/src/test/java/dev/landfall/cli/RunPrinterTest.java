package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.host.CommitReport;
import org.junit.jupiter.api.Test;

class RunPrinterTest {
  @Test
  void aStart_saysWhatItCommitted_andWhatWasThereBefore() {
    assertThat(RunPrinter.recovered(new CommitReport(2, 0, 50)))
        .isEqualTo("recovered: committed now what that checkpoint holds, 50 records");
    assertThat(RunPrinter.recovered(new CommitReport(0, 2, 1)))
        .isEqualTo("recovered: what that checkpoint holds was committed before, 1 record");
    assertThat(RunPrinter.recovered(new CommitReport(1, 1, 50)))
        .isEqualTo(
            "recovered: committed now what that checkpoint holds and was not committed before, of"
                + " 50 records");
  }
}
