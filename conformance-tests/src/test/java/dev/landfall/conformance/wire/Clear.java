package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import java.time.Duration;

/**
 * A store that ends transactions after a minute and refuses to commit; nobody asks it for anything
 * else. Stateless.
 */
final class Clear implements StoreDriver {
  @Override
  public StoreFacts facts() {
    return new StoreFacts("clear", "", "given");
  }

  @Override
  public WireProtocol protocol() {
    return WireProtocol.TURNS;
  }

  @Override
  public View view() {
    return View.ROWS;
  }

  @Override
  public StoreSpace space(String name) {
    return new EmptySpace();
  }

  @Override
  public Duration transactionTimeout() {
    return Duration.ofMinutes(1);
  }

  @Override
  public boolean refuses(Address at) {
    return at.verb().equals("XaCommit");
  }

  @Override
  public void close() {}
}
