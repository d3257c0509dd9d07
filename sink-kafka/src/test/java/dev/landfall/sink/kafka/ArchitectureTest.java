package dev.landfall.sink.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String PACKAGE = "dev.landfall.sink.kafka";

  @Test
  void houseRules_hold() {
    HouseRules.check(PACKAGE);
  }

  @Test
  void clientInternals_areTouchedInOneClass() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(CoordinatorChannel.class.getName())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.kafka.common.requests..",
            "org.apache.kafka.common.message..",
            "org.apache.kafka.common.network..",
            "org.apache.kafka.common.utils.internals..",
            "org.apache.kafka.clients.producer.internals..")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("org.apache.kafka.clients.NetworkClient")
        .check(HouseRules.mainClasses(PACKAGE));
  }

  /** Fails when the client changes: then look at CoordinatorChannel and raise the bound. */
  @Test
  void client_isTheOneThatWasTried() throws SinkException {
    assertThat(CoordinatorChannel.clientVersion()).startsWith(CoordinatorChannel.KNOWN_CLIENT);
    CoordinatorChannel.requireKnownClient(CoordinatorChannel.clientVersion());

    assertThatThrownBy(() -> CoordinatorChannel.requireKnownClient("4.5.0"))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("expected 4.4.x");
  }
}
