package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.wire.protocol.Bytes;
import dev.landfall.conformance.wire.protocol.Reply;
import dev.landfall.conformance.wire.protocol.Request;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponseCollection;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker answers a Produce partition by partition. */
final class KafkaDecoderTest {
  private static final Uuid TOPIC = new Uuid(1, 2);

  private final KafkaDecoder decoder = new KafkaDecoder(address -> address);

  /** Up to version 12 a topic has a name, from then on an id. */
  @ParameterizedTest
  @ValueSource(shorts = {9, 13})
  void whereSomePartitionsFailed_theirRecordsAreNamed_andTheRestIsDone(short version) {
    Request request = produce(version);
    Reply reply = answer(version, Errors.NONE, Errors.NOT_LEADER_OR_FOLLOWER);

    assertThat(request.verb()).isEqualTo("Produce");
    assertThat(request.access()).isEqualTo(Access.PUT);
    assertThat(reply.error()).isEmpty();
    assertThat(reply.refused()).hasSize(1);
    assertThat(new String(reply.refused().get(0), StandardCharsets.ISO_8859_1))
        .contains("s1:1")
        .doesNotContain("s1:0");
  }

  @ParameterizedTest
  @ValueSource(shorts = {9, 13})
  void whereAllFailed_theErrorIsThatOfTheWhole(short version) {
    produce(version);
    Reply reply =
        answer(version, Errors.NOT_LEADER_OR_FOLLOWER, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);

    assertThat(reply.error()).isEqualTo("NOT_LEADER_OR_FOLLOWER, OUT_OF_ORDER_SEQUENCE_NUMBER");
    assertThat(reply.refused()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(shorts = {9, 13})
  void whereNoneFailed_itIsDone(short version) {
    produce(version);
    Reply reply = answer(version, Errors.NONE, Errors.NONE);

    assertThat(reply.error()).isEmpty();
    assertThat(reply.refused()).isEmpty();
  }

  private Request produce(short version) {
    TopicProduceData topic = new TopicProduceData().setPartitionData(List.of(part(0), part(1)));
    if (version < 13) {
      topic.setName("t");
    } else {
      topic.setTopicId(TOPIC);
    }
    ProduceRequestData data =
        new ProduceRequestData()
            .setAcks((short) -1)
            .setTimeoutMs(1)
            .setTopicData(new TopicProduceDataCollection(List.of(topic).iterator()));
    RequestHeader header = new RequestHeader(ApiKeys.PRODUCE, version, "c", 1);
    return decoder
        .request(framed(bytes(header.data(), header.headerVersion()), bytes(data, version)))
        .orElseThrow();
  }

  private static PartitionProduceData part(int index) {
    SimpleRecord named =
        new SimpleRecord(
            "k".getBytes(StandardCharsets.UTF_8), ("s1:" + index).getBytes(StandardCharsets.UTF_8));
    return new PartitionProduceData()
        .setIndex(index)
        .setRecords(MemoryRecords.withRecords(Compression.NONE, named));
  }

  private Reply answer(short version, Errors first, Errors second) {
    TopicProduceResponse topic =
        new TopicProduceResponse()
            .setPartitionResponses(List.of(answer(0, first), answer(1, second)));
    if (version < 13) {
      topic.setName("t");
    } else {
      topic.setTopicId(TOPIC);
    }
    ProduceResponseData data =
        new ProduceResponseData()
            .setResponses(new TopicProduceResponseCollection(List.of(topic).iterator()));
    short header = ApiKeys.PRODUCE.responseHeaderVersion(version);
    return decoder
        .reply(
            framed(
                bytes(new ResponseHeaderData().setCorrelationId(1), header), bytes(data, version)))
        .orElseThrow();
  }

  private static PartitionProduceResponse answer(int index, Errors error) {
    return new PartitionProduceResponse().setIndex(index).setErrorCode(error.code());
  }

  private static ByteBuffer bytes(Message message, short version) {
    return MessageUtil.toByteBufferAccessor(message, version).buffer();
  }

  private static Bytes framed(ByteBuffer head, ByteBuffer body) {
    int length = head.remaining() + body.remaining();
    byte[] all = ByteBuffer.allocate(4 + length).putInt(length).put(head).put(body).array();
    Bytes bytes = new Bytes();
    bytes.add(all, all.length);
    return bytes;
  }
}
