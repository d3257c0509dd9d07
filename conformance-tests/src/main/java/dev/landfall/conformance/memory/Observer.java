package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.MemoryBench.Reader;
import dev.landfall.conformance.memory.Objects.Blob;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the store from beside, as its readers and its administrators do. One thread at a time. */
final class Observer {
  private static final Pattern INTERVAL =
      Pattern.compile("[a-z0-9][a-z0-9_-]*/[a-z0-9][a-z0-9_-]*/\\d+/g\\d+/o\\d+");

  private static final Memo<String> INTERVALS = new Memo<>(Observer::parse);

  private final MemoryStore store;
  private final Reader reader;
  private long version = -1;
  private long viewVersion = -1;
  private List<Item> items = List.of();
  private List<RawEntry> raw = List.of();
  private final Kept<List<Item>> confirmed = new Kept<>();
  private final Kept<List<ConfirmationEntry>> confirmations = new Kept<>();
  private final Kept<List<RawEntry>> unconfirmed = new Kept<>();
  private final Kept<List<RawEntry>> segments = new Kept<>();

  /** What was made of a part of the store that has not changed since. One thread at a time. */
  private static final class Kept<T> {
    private long version = -1;
    private Optional<T> value = Optional.empty();

    T of(long now, Supplier<T> make) {
      if (value.isEmpty() || version != now) {
        version = now;
        value = Optional.of(make.get());
      }
      return value.get();
    }
  }

  Observer(MemoryStore store, Reader reader) {
    this.store = store;
    this.reader = reader;
  }

  List<Item> read() {
    refresh();
    return items;
  }

  List<RawEntry> raw() {
    refresh();
    return raw;
  }

  private void refresh() {
    // Who has to wait has nothing new to tell.
    if (viewVersion != store.viewVersion() && !store.transactions().isLocked()) {
      viewVersion = store.viewVersion();
      items = List.copyOf(look());
    }
    if (version != store.version()) {
      version = store.version();
      raw = List.copyOf(lookBehind());
    }
  }

  private List<Item> look() {
    return switch (reader) {
      case ROWS -> items(store.tables().rows());
      case ROWS_BY_PARTITION ->
          store.tables().rows().stream()
              .map(entry -> new Item(entry.key(), entry.record(), entry.key().substring(0, 1)))
              .toList();
      case ROWS_BY_SPLIT ->
          items(
              store.tables().rows().stream()
                  .sorted(Comparator.comparing(Entry::split).reversed())
                  .toList());
      case KEYED ->
          store.tables().keyed().entrySet().stream()
              .map(entry -> new Item(entry.getKey(), entry.getValue()))
              .toList();
      case CONFIRMED -> confirmed.of(store.objects().version(), this::confirmed);
    };
  }

  private static List<Item> items(List<Entry> entries) {
    return entries.stream().map(entry -> new Item(entry.key(), entry.record())).toList();
  }

  private List<Item> confirmed() {
    List<Item> found = new ArrayList<>();
    for (ConfirmationEntry entry : confirmationEntries()) {
      for (String name : entry.objects()) {
        store.objects().find(name).ifPresent(blob -> found.addAll(items(blob.entries())));
      }
    }
    return found;
  }

  private List<ConfirmationEntry> confirmationEntries() {
    return confirmations.of(
        store.objects().version(),
        () ->
            store.objects().at(Names.CONFIRMATIONS).values().stream()
                .sorted(Comparator.comparingLong(Blob::sequence))
                .map(blob -> ConfirmationEntry.parse(blob.text()))
                .toList());
  }

  private List<RawEntry> lookBehind() {
    List<RawEntry> found = new ArrayList<>();
    for (Transaction one : store.transactions().list("")) {
      RawEntry.Kind kind =
          one.state() == Transaction.State.OPEN
              ? RawEntry.Kind.OPEN_TRANSACTION
              : RawEntry.Kind.PREPARED_TRANSACTION;
      found.add(new RawEntry(kind, one.name(), interval(one.name())));
    }
    store
        .objects()
        .uploads()
        .forEach(
            (id, upload) ->
                found.add(new RawEntry(RawEntry.Kind.UPLOAD, id, interval(upload.name()))));
    found.addAll(unconfirmed.of(store.objects().version(), this::unconfirmed));
    found.addAll(segments.of(store.device().version(), this::segments));
    return found;
  }

  private List<RawEntry> unconfirmed() {
    Set<String> named = new HashSet<>();
    confirmationEntries().forEach(entry -> named.addAll(entry.objects()));
    List<RawEntry> found = new ArrayList<>();
    for (String name : store.objects().at(Names.DATA).keySet()) {
      if (!named.contains(name)) {
        found.add(new RawEntry(RawEntry.Kind.UNCONFIRMED_OBJECT, name, interval(name)));
      }
    }
    return found;
  }

  private List<RawEntry> segments() {
    List<RawEntry> found = new ArrayList<>();
    for (String file : store.device().list("")) {
      found.add(new RawEntry(segmentKind(file), file, interval(file)));
    }
    return found;
  }

  private RawEntry.Kind segmentKind(String file) {
    try {
      return store.device().read(file).stream().anyMatch(LogDevice.Line::torn)
          ? RawEntry.Kind.TORN_SEGMENT
          : RawEntry.Kind.SEGMENT;
    } catch (StoreFailure e) {
      throw new IllegalStateException(e);
    }
  }

  private static String interval(String name) {
    return INTERVALS.of(name);
  }

  private static String parse(String name) {
    Matcher matcher = INTERVAL.matcher(name);
    return matcher.find() ? matcher.group() : "";
  }
}
