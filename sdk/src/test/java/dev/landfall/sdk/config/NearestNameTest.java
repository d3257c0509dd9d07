package dev.landfall.sdk.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  private static final List<String> KNOWN = List.of("table", "create-table", "url", "user");

  @Test
  void of_slips() {
    assertThat(NearestName.of("tabel", KNOWN)).contains("table");
    assertThat(NearestName.of("createTable", KNOWN)).contains("create-table");
    assertThat(NearestName.of("CREATE_TABLES", KNOWN)).contains("create-table");
    assertThat(NearestName.of("ulr", KNOWN)).contains("url");
    assertThat(NearestName.of("usr", KNOWN)).contains("user");
  }

  @Test
  void of_anotherWord_isNone() {
    assertThat(NearestName.of("colour", KNOWN)).isEmpty();
    assertThat(NearestName.of("x", List.of())).isEmpty();
  }
}
