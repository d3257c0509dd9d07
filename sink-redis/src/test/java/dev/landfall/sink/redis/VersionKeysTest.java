package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionKeysTest {
  private final VersionKeys names = new VersionKeys("lf:");

  @ParameterizedTest
  @CsvSource({"user:1, lf:{user:1}", "{u1}:profile, lf:={u1}:profile"})
  void names_areThoseOfTheDocumentation(String key, String expected) {
    assertThat(name(key)).hasToString(expected);
  }

  /** Every key over an alphabet of trouble: in the slot of its key, and no two alike. */
  @Test
  void I_5_versionsLiveBesideTheirKeys() {
    SplittableRandom random = new SplittableRandom(5);
    Map<RedisKey, String> owners = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      String key = key(random);
      RedisKey version = name(key);

      assertThat(version.slot()).as(key).isEqualTo(new RedisKey(Utf8.of(key)).slot());
      String other = owners.put(version, key);
      assertThat(other == null || other.equals(key)).as("%s and %s", key, other).isTrue();
    }
  }

  private static String key(SplittableRandom random) {
    StringBuilder key = new StringBuilder();
    for (int length = random.nextInt(7); length > 0; length--) {
      key.append("{}=1a".charAt(random.nextInt(5)));
    }
    return key.toString();
  }

  private RedisKey name(String key) {
    return new RedisKey(names.of(new RedisKey(Utf8.of(key))));
  }
}
