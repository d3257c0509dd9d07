package dev.landfall.flink.conformance;

import com.mysql.cj.jdbc.MysqlXADataSource;
import java.sql.SQLException;
import javax.sql.XADataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;

/** Makes the data source that each database's driver offers for XA. Stateless, thread-safe. */
final class XaSources {
  private XaSources() {}

  static XADataSource of(String url, String user, String password) {
    try {
      if (url.startsWith("jdbc:mysql:")) {
        MysqlXADataSource source = new MysqlXADataSource();
        source.setUrl(url);
        source.setUser(user);
        source.setPassword(password);
        return source;
      }
      if (url.startsWith("jdbc:mariadb:")) {
        MariaDbDataSource source = new MariaDbDataSource(url);
        source.setUser(user);
        source.setPassword(password);
        return source;
      }
      PGXADataSource source = new PGXADataSource();
      source.setUrl(url);
      source.setUser(user);
      source.setPassword(password);
      return source;
    } catch (SQLException e) {
      throw new IllegalArgumentException("Cannot make a data source for " + url, e);
    }
  }
}
