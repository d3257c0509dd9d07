package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/** Texts as Redis 6.2 and 7.0 give them. */
class FaultTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LATER | LOADING Redis is loading the dataset in memory",
        "LATER | READONLY You can't write against a read only replica.",
        "LATER | OOM command not allowed when used memory > 'maxmemory'.",
        "LATER | ERR Error running script (call to f_1): @user_script:9: @user_script: 9: -OOM"
            + " command not allowed",
        "LATER | TRYAGAIN Multiple keys request during rehashing of slot",
        "LATER | CLUSTERDOWN Hash slot not served",
        "LATER | MISCONF Redis is configured to save RDB snapshots",
        "LATER | NOREPLICAS Not enough good replicas to write.",
        "LATER | BUSY Redis is busy running a script.",
        "LATER | ERR max number of clients reached",
        "NO_SCRIPT | NOSCRIPT No matching script. Please use EVAL.",
        "RECORD | WRONGTYPE Operation against a key holding the wrong kind of value",
        "RECORD | ERR invalid expire time in 'set' command",
        "RECORD | ERR string exceeds maximum allowed size (proto-max-bulk-len)",
        "RECORD | ERR user_script:4: attempt to concatenate a nil value script: ab, on"
            + " @user_script:4.",
        "FATAL | ERR unknown command 'SET', with args beginning with:",
        "FATAL | NOPERM this user has no permissions to run the 'set' command",
        "FATAL | NOAUTH Authentication required.",
        "FATAL | ERR syntax error"
      })
  void replies_areJudgedByTheirKind(FaultKind kind, String text) {
    assertThat(Fault.reply(text).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "READONLY You can't write against a read only replica.",
        "ERR Error running script (call to f_1): @user_script:9: @user_script: 9: -READONLY You"
            + " can't write against a read only replica."
      })
  void replicas_areKnownInsideAScriptToo(String text) {
    assertThat(Fault.reply(text).hasCode("READONLY")).isTrue();
    assertThat(Fault.reply(text).asksForNewMap()).isTrue();
  }

  @Test
  void redirections_nameTheNode() {
    HostAndPort node = new HostAndPort("10.0.0.2", 7001);

    Fault moved = Fault.of(new JedisMovedDataException("MOVED 5 10.0.0.2:7001", node, 5));
    Fault ask = Fault.of(new JedisAskDataException("ASK 5 10.0.0.2:7001", node, 5));

    assertThat(moved.kind()).isEqualTo(FaultKind.MOVED);
    assertThat(ask.kind()).isEqualTo(FaultKind.ASK);
    assertThat(ask.node()).contains(node);
  }

  @Test
  void lostConnection_leavesTheOutcomeOpen() {
    assertThat(Fault.of(new JedisConnectionException("reset")).kind())
        .isEqualTo(FaultKind.CONNECTION);
  }
}
