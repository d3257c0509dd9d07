package dev.landfall.runner.state;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews a lease four times in its life, and tells when it is lost. Run by one thread; ends when
 * interrupted.
 */
public final class LeaseKeeper implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final Duration PAUSE = StateDirectory.LEASE.dividedBy(4);

  private final HeldState state;
  private final HostTime time;
  private final Consumer<StateException> onLost;

  public LeaseKeeper(HeldState state, HostTime time, Consumer<StateException> onLost) {
    this.state = state;
    this.time = time;
    this.onLost = onLost;
  }

  @Override
  public void run() {
    try {
      boolean held = true;
      while (held) {
        time.pause(PAUSE);
        held = renew();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean renew() {
    try {
      state.renew();
      return true;
    } catch (StateException e) {
      if (e.reason() == StateException.Reason.LOST) {
        onLost.accept(e);
        return false;
      }
      // A full disk, say: nobody took over, and requireFresh stops the writers when it lasts.
      LOG.warn("{}", e.getMessage());
      return true;
    }
  }
}
