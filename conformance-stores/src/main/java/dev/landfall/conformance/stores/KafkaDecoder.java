package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.wire.protocol.Bytes;
import dev.landfall.conformance.wire.protocol.Decoder;
import dev.landfall.conformance.wire.protocol.Reply;
import dev.landfall.conformance.wire.protocol.Request;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.AddOffsetsToTxnRequest;
import org.apache.kafka.common.requests.AddPartitionsToTxnRequest;
import org.apache.kafka.common.requests.DescribeClusterResponse;
import org.apache.kafka.common.requests.EndTxnRequest;
import org.apache.kafka.common.requests.FindCoordinatorResponse;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;
import org.apache.kafka.common.requests.TxnOffsetCommitRequest;
import org.apache.kafka.common.utils.Utils;

/**
 * Kafka's protocol (kafka.apache.org/protocol): four bytes of length, then a header with api key,
 * version and correlation id; replies come in the order of requests. One thread at a time.
 *
 * <p>A broker tells clients where it and its peers are; those addresses are replaced by the
 * proxy's, so it needs no listener that knows of a proxy.
 *
 * <p>A transaction is named by its id and the epoch of its producer, for ids are used again.
 */
final class KafkaDecoder implements Decoder {
  private static final int LENGTH = 4;

  /** What is looked into, to see what it changes. */
  private static final Set<ApiKeys> CHANGES =
      Set.of(
          ApiKeys.PRODUCE,
          ApiKeys.INIT_PRODUCER_ID,
          ApiKeys.ADD_PARTITIONS_TO_TXN,
          ApiKeys.ADD_OFFSETS_TO_TXN,
          ApiKeys.TXN_OFFSET_COMMIT,
          ApiKeys.END_TXN);

  private final UnaryOperator<InetSocketAddress> route;
  private final Deque<Asked> asked = new ArrayDeque<>();

  /** What a reply answers; {@code parts} are the records of each partition of a Produce. */
  private record Asked(RequestHeader header, boolean watched, Map<String, byte[]> parts) {}

  KafkaDecoder(UnaryOperator<InetSocketAddress> route) {
    this.route = route;
  }

  @Override
  public Optional<Request> request(Bytes sent) {
    if (sent.size() < LENGTH || sent.size() < LENGTH + sent.intAt(0)) {
      return Optional.empty();
    }
    byte[] bytes = sent.take(LENGTH + sent.intAt(0));
    ByteBuffer buffer = ByteBuffer.wrap(bytes, LENGTH, bytes.length - LENGTH);
    RequestHeader header = RequestHeader.parse(buffer);
    Map<String, byte[]> parts = Map.of();
    Request request;
    if (CHANGES.contains(header.apiKey())) {
      AbstractRequest body = body(header.apiKey(), header, buffer);
      request = change(bytes, header.apiKey(), body);
      parts = body instanceof ProduceRequest produce ? parts(produce) : parts;
    } else {
      request = other(bytes, header.apiKey());
    }
    asked.add(new Asked(header, request.kind() == Request.Kind.OPERATION, parts));
    return Optional.of(request);
  }

  private static Request other(byte[] bytes, ApiKeys key) {
    return switch (key) {
      case OFFSET_COMMIT, CREATE_TOPICS, DELETE_TOPICS, DELETE_RECORDS, DELETE_GROUPS ->
          Request.operation(bytes, key.name, Access.PUT, "");
      case LIST_TRANSACTIONS, DESCRIBE_TRANSACTIONS, OFFSET_FETCH ->
          Request.operation(bytes, key.name, Access.READ, "");
      default -> Request.noise(bytes, key.name);
    };
  }

  private static AbstractRequest body(ApiKeys key, RequestHeader header, ByteBuffer buffer) {
    return AbstractRequest.parseRequest(key, header.apiVersion(), new ByteBufferAccessor(buffer))
        .request;
  }

  private static Map<String, byte[]> parts(ProduceRequest produce) {
    Map<String, byte[]> parts = new TreeMap<>();
    for (var topic : produce.data().topicData()) {
      for (var partition : topic.partitionData()) {
        if (partition.records() instanceof MemoryRecords records) {
          parts.put(
              part(topic.name(), topic.topicId(), partition.index()),
              Utils.toArray(records.buffer()));
        }
      }
    }
    return parts;
  }

  /** By name up to version 12 of Produce, by id from then on. */
  private static String part(String topic, Uuid id, int partition) {
    return topic + "/" + id + "/" + partition;
  }

  private static Request change(byte[] bytes, ApiKeys key, AbstractRequest body) {
    if (body instanceof ProduceRequest produce) {
      String id = produce.transactionalId();
      return Request.operation(
          bytes, key.name, id == null ? Access.PUT : Access.STAGE, name(id, epoch(produce)));
    } else if (body instanceof InitProducerIdRequest init) {
      String id = init.data().transactionalId();
      return id == null
          ? Request.noise(bytes, key.name)
          : Request.operation(bytes, key.name, Access.FENCE, id);
    } else if (body instanceof EndTxnRequest end) {
      return Request.operation(
          bytes,
          key.name,
          end.data().committed() ? Access.COMMIT : Access.ABORT,
          name(end.data().transactionalId(), end.data().producerEpoch()));
    } else if (body instanceof TxnOffsetCommitRequest offsets) {
      return Request.operation(
          bytes,
          key.name,
          Access.STAGE,
          name(offsets.data().transactionalId(), offsets.data().producerEpoch()));
    } else if (body instanceof AddPartitionsToTxnRequest partitions) {
      return Request.operation(
          bytes,
          key.name,
          Access.STAGE,
          name(
              partitions.data().v3AndBelowTransactionalId(),
              partitions.data().v3AndBelowProducerEpoch()));
    } else if (body instanceof AddOffsetsToTxnRequest offsets) {
      return Request.operation(
          bytes,
          key.name,
          Access.STAGE,
          name(offsets.data().transactionalId(), offsets.data().producerEpoch()));
    }
    return Request.noise(bytes, key.name);
  }

  private static String name(@org.jspecify.annotations.Nullable String id, int epoch) {
    return id == null ? "" : id + ".e" + epoch;
  }

  private static int epoch(ProduceRequest produce) {
    for (var topic : produce.data().topicData()) {
      for (var partition : topic.partitionData()) {
        if (partition.records() instanceof MemoryRecords records) {
          return records.batches().iterator().next().producerEpoch();
        }
      }
    }
    return -1;
  }

  @Override
  public Optional<Reply> reply(Bytes received) {
    if (received.size() < LENGTH || received.size() < LENGTH + received.intAt(0)) {
      return Optional.empty();
    }
    byte[] bytes = received.take(LENGTH + received.intAt(0));
    Asked one = asked.remove();
    return Optional.of(
        switch (one.header.apiKey()) {
          case METADATA, FIND_COORDINATOR, DESCRIBE_CLUSTER ->
              Reply.whole(routed(bytes, one.header), "");
          case PRODUCE -> produced(bytes, one);
          default -> Reply.whole(bytes, one.watched ? error(parse(bytes, one.header)) : "");
        });
  }

  /**
   * A broker answers for each partition: where some of them failed, the records of the rest are
   * there.
   */
  private static Reply produced(byte[] bytes, Asked one) {
    ProduceResponse response = (ProduceResponse) parse(bytes, one.header);
    List<byte[]> refused = new ArrayList<>();
    boolean done = false;
    for (var topic : response.data().responses()) {
      for (var partition : topic.partitionResponses()) {
        if (partition.errorCode() == Errors.NONE.code()) {
          done = true;
        } else {
          String part = part(topic.name(), topic.topicId(), partition.index());
          refused.add(one.parts.getOrDefault(part, new byte[0]));
        }
      }
    }
    return done ? Reply.partly(bytes, refused) : Reply.whole(bytes, error(response));
  }

  private static String error(AbstractResponse response) {
    return response.errorCounts().keySet().stream()
        .filter(error -> error != Errors.NONE)
        .map(Errors::name)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static AbstractResponse parse(byte[] bytes, RequestHeader header) {
    return AbstractResponse.parseResponse(
        ByteBuffer.wrap(bytes, LENGTH, bytes.length - LENGTH), header);
  }

  private byte[] routed(byte[] bytes, RequestHeader header) {
    AbstractResponse response = parse(bytes, header);
    if (response instanceof MetadataResponse metadata) {
      for (var broker : metadata.data().brokers()) {
        InetSocketAddress proxied = route(broker.host(), broker.port());
        broker.setHost(host(proxied)).setPort(proxied.getPort());
      }
    } else if (response instanceof FindCoordinatorResponse found) {
      for (var coordinator : found.data().coordinators()) {
        if (coordinator.port() > 0) {
          InetSocketAddress proxied = route(coordinator.host(), coordinator.port());
          coordinator.setHost(host(proxied)).setPort(proxied.getPort());
        }
      }
    } else if (response instanceof DescribeClusterResponse described) {
      for (var broker : described.data().brokers()) {
        InetSocketAddress proxied = route(broker.host(), broker.port());
        broker.setHost(host(proxied)).setPort(proxied.getPort());
      }
    }
    return framed(header, response);
  }

  private InetSocketAddress route(String host, int port) {
    return route.apply(new InetSocketAddress(host, port));
  }

  private static String host(InetSocketAddress address) {
    return address.getAddress().getHostAddress();
  }

  private static byte[] framed(RequestHeader asked, AbstractResponse response) {
    short version = asked.apiKey().responseHeaderVersion(asked.apiVersion());
    ByteBuffer head =
        MessageUtil.toByteBufferAccessor(
                new ResponseHeader(asked.correlationId(), version).data(), version)
            .buffer();
    ByteBuffer body =
        MessageUtil.toByteBufferAccessor(response.data(), asked.apiVersion()).buffer();
    return ByteBuffer.allocate(LENGTH + head.remaining() + body.remaining())
        .putInt(head.remaining() + body.remaining())
        .put(head)
        .put(body)
        .array();
  }

  /** The broker's own error, of the kind that clients try again after. */
  @Override
  public Optional<byte[]> refusal(Request request) {
    Asked one = asked.removeLast();
    ByteBuffer buffer = ByteBuffer.wrap(request.bytes(), LENGTH, request.bytes().length - LENGTH);
    RequestHeader.parse(buffer);
    Errors error =
        one.header.apiKey() == ApiKeys.PRODUCE
            ? Errors.NOT_ENOUGH_REPLICAS
            : Errors.COORDINATOR_NOT_AVAILABLE;
    AbstractResponse refused =
        body(one.header.apiKey(), one.header, buffer).getErrorResponse(error.exception());
    return Optional.of(framed(one.header, refused));
  }
}
