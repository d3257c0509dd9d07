package dev.landfall.conformance.memory;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recovers the reference for the write-ahead log. One thread at a time. */
final class LogSinkTakeover implements Takeover {
  private static final Pattern INTERVAL = Pattern.compile("[^/]+/(.+/\\d+/g\\d+/o\\d+)(?:/.*)?");

  private static final Memo<Optional<IntervalId>> PARSED = new Memo<>(LogSinkTakeover::parse);

  private final LogSink sink;
  private final Connection connection;

  LogSinkTakeover(LogSink sink) {
    this.sink = sink;
    this.connection = sink.connect();
  }

  /** Every log of the scope that is there, and the scope's own. */
  private List<ConfirmationLog> logs(WriterScope scope) throws StoreFailure {
    Set<Integer> subtasks = new TreeSet<>(Set.of(scope.subtask()));
    String prefix = Names.confirmations(scope.sink());
    for (String name : connection.objects().list(prefix).keySet()) {
      int subtask = Integer.parseInt(name.substring(prefix.length(), name.lastIndexOf('/')));
      if (scope.contains(scope.sink().writer(subtask))) {
        subtasks.add(subtask);
      }
    }
    List<ConfirmationLog> logs = new ArrayList<>();
    for (int subtask : subtasks) {
      logs.add(new ConfirmationLog(connection, scope.sink().writer(subtask)).read());
    }
    return logs;
  }

  @Override
  public Generation newest(WriterScope scope) throws SinkException {
    try {
      Generation newest = Generation.NONE;
      for (ConfirmationLog log : logs(scope)) {
        newest = newest.max(log.newest());
      }
      return newest;
    } catch (StoreFailure e) {
      throw Failures.cannot("read the newest generation of " + scope, e);
    }
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException {
    try {
      Map<WriterId, IntervalId> newest = new TreeMap<>();
      for (ConfirmationLog log : logs(scope)) {
        for (ConfirmationEntry entry : log.entries()) {
          entry
              .interval()
              .ifPresent(one -> newest.merge(one.writer(), one, (a, b) -> a.isAfter(b) ? a : b));
        }
      }
      return List.copyOf(newest.values());
    } catch (StoreFailure e) {
      throw Failures.cannot("read the confirmations of " + scope, e);
    }
  }

  @Override
  public void fence(WriterScope scope, Generation current) throws SinkException {
    try {
      for (ConfirmationLog log : logs(scope)) {
        log.takeOver(current, sink.context().instance());
      }
    } catch (StoreFailure e) {
      throw Failures.cannot("fence " + scope, e);
    }
  }

  @Override
  public List<String> abortDangling(WriterScope scope, Generation current) throws SinkException {
    try {
      if (sink.has(Trait.ADOPTS_UNCONFIRMED)) {
        adopt(scope, current);
      }
      List<String> aborted = new ArrayList<>();
      if (!sink.has(Trait.LEAVES_UPLOADS)) {
        abortUploads(scope, current, aborted);
      }
      deleteUnconfirmed(scope, current, aborted);
      return aborted;
    } catch (StoreFailure e) {
      throw Failures.cannot("clean " + scope, e);
    }
  }

  private void abortUploads(WriterScope scope, Generation current, List<String> aborted)
      throws StoreFailure {
    for (String id : connection.objects().listUploads(Names.DATA + scope.sink() + "/")) {
      if (isOlder(id, scope, current)) {
        connection.objects().abortUpload(id.substring(0, id.indexOf('!')), id);
        aborted.add("upload " + id);
      }
    }
  }

  private void deleteUnconfirmed(WriterScope scope, Generation current, List<String> aborted)
      throws StoreFailure {
    Set<String> named = new HashSet<>();
    for (ConfirmationLog log : logs(scope)) {
      log.entries().forEach(entry -> named.addAll(entry.objects()));
    }
    for (String name : connection.objects().list(Names.DATA + scope.sink() + "/").keySet()) {
      if (!named.contains(name) && isOlder(name, scope, current)) {
        connection.objects().delete(name);
        aborted.add("object " + name);
      }
    }
  }

  /** Takes every sealed segment for work that was only forgotten. */
  private void adopt(WriterScope scope, Generation current) throws StoreFailure {
    DeviceLog log = new DeviceLog(sink);
    for (String file : connection.logs().list(Names.SEGMENTS + scope.sink() + "/")) {
      if (isOlder(file, scope, current) && !file.endsWith(DeviceLog.OPEN)) {
        IntervalId interval = interval(file);
        ConfirmationLog confirmations = new ConfirmationLog(connection, interval.writer()).read();
        if (!confirmations.confirms(interval)) {
          String object = Names.object(interval, 0);
          connection
              .objects()
              .put(dev.landfall.conformance.model.Access.PUT, object, log.entries(file), "");
          connection
              .objects()
              .putIfAbsent(
                  dev.landfall.conformance.model.Access.CONFIRM,
                  Names.confirmation(interval.writer(), confirmations.entries().size() + 1),
                  ConfirmationEntry.confirms(interval, List.of(object)).text());
        }
      }
    }
  }

  private static boolean isOlder(String name, WriterScope scope, Generation current) {
    Optional<IntervalId> interval = PARSED.of(name);
    return interval.isPresent()
        && scope.contains(interval.get().writer())
        && interval.get().generation().isOlderThan(current);
  }

  static IntervalId interval(String name) {
    return PARSED
        .of(name)
        .orElseThrow(
            () -> new IllegalArgumentException("Cannot read an interval from '" + name + "'"));
  }

  private static Optional<IntervalId> parse(String name) {
    Matcher matcher = INTERVAL.matcher(name);
    return matcher.matches() ? Optional.of(IntervalId.parse(matcher.group(1))) : Optional.empty();
  }

  @Override
  public void close() {
    connection.close();
  }
}
