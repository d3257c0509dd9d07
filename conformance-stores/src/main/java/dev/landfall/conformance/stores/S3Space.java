package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.sdk.record.SinkRecord;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The prefix of one run in a bucket. One thread at a time. */
final class S3Space implements StoreSpace {
  private final S3Driver driver;
  private final String prefix;
  private final ConfirmedObjects confirmed;

  /**
   * What the look before has listed, for the look beside it: one picture, and half the requests.
   */
  private Optional<List<S3Object>> listed = Optional.empty();

  S3Space(S3Driver driver, String prefix) {
    this.driver = driver;
    this.prefix = prefix;
    this.confirmed = new ConfirmedObjects(driver.client(), driver.bucket());
  }

  @Override
  public Map<String, Object> sink(UnaryOperator<InetSocketAddress> route) {
    return driver.sinkAt(route.apply(driver.address()), prefix);
  }

  @Override
  public Map<String, String> secrets() {
    return driver.secrets();
  }

  /** Objects are only ever added to, so a record that cannot be written is a delete. */
  @Override
  public SinkRecord shape(SinkRecord record) {
    boolean bad = record.value().toString().startsWith("bad");
    return bad ? SinkRecord.delete(record.key()).at(record.position()) : record;
  }

  @Override
  public List<Item> read() {
    List<S3Object> objects = objects();
    listed = Optional.of(objects);
    return confirmed.records(objects).stream().map(record -> new Item("", record)).toList();
  }

  @Override
  public List<RawEntry> raw() {
    List<RawEntry> entries = new ArrayList<>();
    List<S3Object> objects = listed.orElseGet(this::objects);
    listed = Optional.empty();
    Set<String> named = Set.copyOf(confirmed.keys(objects));
    for (S3Object object : objects) {
      S3Key key = S3Key.of(object.key());
      if (key.kind() == S3Key.Kind.DATA && !named.contains(object.key())) {
        entries.add(
            new RawEntry(
                RawEntry.Kind.UNCONFIRMED_OBJECT, object.key(), key.interval().orElse("")));
      } else if (key.kind() == S3Key.Kind.STAGED) {
        entries.add(new RawEntry(RawEntry.Kind.SEGMENT, object.key(), ""));
      }
    }
    for (MultipartUpload upload : uploads()) {
      S3Key key = S3Key.of(upload.key());
      if (!key.isProbe()) {
        entries.add(new RawEntry(RawEntry.Kind.UPLOAD, upload.key(), key.interval().orElse("")));
      }
    }
    return entries;
  }

  /** What the logs say, and which segments are sealed. */
  @Override
  public String state() {
    return confirmed.entries(objects()).toString();
  }

  private List<S3Object> objects() {
    return driver
        .client()
        .listObjectsV2Paginator(list -> list.bucket(driver.bucket()).prefix(prefix + "/"))
        .contents()
        .stream()
        .toList();
  }

  private List<MultipartUpload> uploads() {
    return driver
        .client()
        .listMultipartUploadsPaginator(list -> list.bucket(driver.bucket()).prefix(prefix + "/"))
        .uploads()
        .stream()
        // A store may ignore the prefix.
        .filter(upload -> upload.key().startsWith(prefix + "/"))
        .toList();
  }

  @Override
  public void close() {
    try {
      List<ObjectIdentifier> all =
          objects().stream()
              .map(object -> ObjectIdentifier.builder().key(object.key()).build())
              .toList();
      if (!all.isEmpty()) {
        driver
            .client()
            .deleteObjects(
                request -> request.bucket(driver.bucket()).delete(them -> them.objects(all)));
      }
      for (MultipartUpload upload : uploads()) {
        driver
            .client()
            .abortMultipartUpload(
                request ->
                    request.bucket(driver.bucket()).key(upload.key()).uploadId(upload.uploadId()));
      }
    } catch (SdkException e) {
      // What a request of the dead holds stays: it goes with the server, or at the next clean-up.
    }
  }
}
