package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireObserverTest {
  private final Place place = new Place();
  private boolean busy;
  private final WireObserver observer =
      new WireObserver(place, "q1", Gaps.NONE, () -> 0, () -> busy);

  @Test
  void whatHasNotChanged_isNotAskedForAgain() {
    assertThat(observer.read()).isEmpty();
    place.items = List.of(new Item("", "s0:0"));

    assertThat(observer.read()).isEmpty();
    observer.storeMayChange(Access.READ);
    assertThat(observer.read()).isEmpty();
    observer.storeMayChange(Access.COMMIT);
    assertThat(observer.read()).hasSize(1);
  }

  /** Its client has given up, so nobody hears when the store is done with it. */
  @Test
  void whileARequestIsAtTheStore_noLookIsTheLastOne() {
    observer.storeMayChange(Access.COMMIT);
    busy = true;
    assertThat(observer.read()).isEmpty();
    assertThat(observer.raw()).isEmpty();
    place.items = List.of(new Item("", "s0:0"));
    place.entries = List.of(new RawEntry(RawEntry.Kind.UPLOAD, "u", "a/out/0/g1/o1"));

    assertThat(observer.read()).hasSize(1);
    assertThat(observer.raw()).hasSize(1);
  }

  private static final class Place extends EmptySpace {
    private List<Item> items = List.of();
    private List<RawEntry> entries = List.of();

    @Override
    public List<Item> read() {
      return items;
    }

    @Override
    public List<RawEntry> raw() {
      return entries;
    }
  }
}
