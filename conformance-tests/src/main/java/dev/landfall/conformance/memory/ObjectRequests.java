package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.Objects.Blob;
import dev.landfall.conformance.model.Access;
import java.util.List;
import java.util.Map;

/** The requests about objects and uploads. One thread at a time. */
final class ObjectRequests {
  private final Connection connection;

  ObjectRequests(Connection connection) {
    this.connection = connection;
  }

  void put(Access access, String name, List<Entry> entries, String text) throws StoreFailure {
    connection.call(
        connection.change(
            access,
            "PutObject",
            name,
            entries,
            some -> connection.store().objects().put(name, some, text)));
  }

  void putIfAbsent(Access access, String name, String text) throws StoreFailure {
    connection.call(
        connection.change(
            access,
            "PutObjectIfAbsent",
            name,
            List.of(),
            none -> connection.store().objects().putIfAbsent(name, List.of(), text)));
  }

  Map<String, Blob> list(String prefix) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.READ,
            "ListObjects",
            prefix,
            List.of(),
            none -> connection.store().objects().list(prefix)));
  }

  void delete(String name) throws StoreFailure {
    connection.call(
        connection.change(
            Access.ABORT,
            "DeleteObject",
            name,
            List.of(),
            none -> connection.store().objects().delete(name)));
  }

  String createUpload(String name) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.STAGE,
            "CreateUpload",
            name,
            List.of(),
            none -> connection.store().objects().createUpload(name)));
  }

  Connection.Reply<Boolean> uploadPart(String name, String id, int number, List<Entry> entries) {
    return connection.send(
        connection.change(
            Access.STAGE,
            "UploadPart",
            name,
            entries,
            some -> connection.store().objects().uploadPart(id, number, some)));
  }

  void completeUpload(String name, String id) throws StoreFailure {
    connection.call(
        connection.change(
            Access.PUT,
            "CompleteUpload",
            name,
            List.of(),
            none -> connection.store().objects().completeUpload(id)));
  }

  void abortUpload(String name, String id) throws StoreFailure {
    connection.call(
        connection.change(
            Access.ABORT,
            "AbortUpload",
            name,
            List.of(),
            none -> connection.store().objects().abortUpload(id)));
  }

  List<String> listUploads(String prefix) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.READ,
            "ListUploads",
            prefix,
            List.of(),
            none -> connection.store().objects().listUploads(prefix)));
  }
}
