package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.conformance.wire.proxy.Arrival;
import dev.landfall.conformance.wire.proxy.Mailbox;
import dev.landfall.conformance.wire.proxy.Proxy;
import dev.landfall.conformance.wire.proxy.Transcript;
import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** PostgreSQL's own driver copies rows by way of the proxy. */
class CopyOnPostgresIT {
  private static final long PATIENCE_MILLIS = 10_000;

  private final Mailbox mailbox = new Mailbox();
  private final List<String> verbs = new ArrayList<>();

  @Test
  void rowsArrive_asAnOperationOfTheirOwn() throws Exception {
    try (SqlStore store = Stores.postgres().own().start();
        Proxy proxy = Proxy.open(WireProtocol.POSTGRES, 1, mailbox, new Transcript())) {
      SqlAddress address = SqlAddress.of(SqlDialect.POSTGRES, store.jdbcUrl());
      String url = address.at(proxy.route(address.server()));

      CompletableFuture<Long> copied =
          CompletableFuture.supplyAsync(() -> copy(url, store.user(), store.password()));
      while (!copied.isDone()) {
        serve();
      }

      assertThat(copied.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(2);
      assertThat(verbs).containsSubsequence("Create", "Copy", "CopyDone", "Select");
    }
  }

  private void serve() throws InterruptedException {
    Arrival arrival = mailbox.poll(100);
    if (arrival instanceof Arrival.Held held) {
      verbs.add(held.request().verb());
      held.forward();
    } else if (arrival instanceof Arrival.Answer answer) {
      answer.forward();
    }
  }

  private static long copy(String url, String user, String password) {
    try (Connection connection =
            DriverManager.getConnection(url + "&socketTimeout=10", user, password);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (a INTEGER)");
      long rows =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn("COPY t FROM STDIN", new StringReader("1\n2\n"));
      statement.executeQuery("SELECT a FROM t").close();
      return rows;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
