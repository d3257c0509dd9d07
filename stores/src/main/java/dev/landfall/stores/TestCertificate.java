package dev.landfall.stores;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A self-signed certificate for 127.0.0.1 and localhost, in the forms that the servers and their
 * clients read. It is no secret: it is made on this machine for tests. Immutable, thread-safe.
 */
record TestCertificate(Path folder) {
  static final String PASSWORD = "landfall";

  private static final Duration KEYTOOL_BOUND = Duration.ofMinutes(1);
  private static final String ALIAS = "landfall";

  /** A copy in the run folder: a cache deleted meanwhile must not change the certificate. */
  static TestCertificate in(RunFolder run) {
    Path folder = run.path().resolve("tls");
    Folders.copy(Templates.folder("certificate-1", TestCertificate::make), folder);
    return new TestCertificate(folder);
  }

  Path keyStore() {
    return folder.resolve("key.p12");
  }

  Path trustStore() {
    return folder.resolve("trust.p12");
  }

  Path certificate() {
    return folder.resolve("certificate.pem");
  }

  Path key() {
    return folder.resolve("key.pem");
  }

  /** What a client is told. */
  Map<String, String> environment(StoreKind kind) {
    return Map.of(
        kind.variable("CA"), certificate().toString(),
        kind.variable("TRUSTSTORE"), trustStore().toString(),
        kind.variable("TRUSTSTORE_PASSWORD"), PASSWORD);
  }

  private static void make(Path folder) {
    TestCertificate made = new TestCertificate(folder);
    Path keytool = Path.of(Programs.java()).resolveSibling("keytool");
    String words =
        " -genkeypair -alias "
            + ALIAS
            + " -keyalg RSA -keysize 2048 -validity 3650"
            + " -dname CN=localhost -ext san=ip:127.0.0.1,dns:localhost -ext bc=ca:true"
            + " -storetype PKCS12 -storepass "
            + PASSWORD
            + " -keystore ";
    Command.of(List.of((keytool + words + made.keyStore()).split(" "))).run(KEYTOOL_BOUND);
    try {
      made.export();
    } catch (GeneralSecurityException | IOException e) {
      throw new StoreException("Cannot make the test certificate", e);
    }
  }

  private void export() throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keyStore())) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Certificate certificate = keys.getCertificate(ALIAS);
    Key key = keys.getKey(ALIAS, PASSWORD.toCharArray());
    Folders.write(certificate(), pem("CERTIFICATE", certificate.getEncoded()));
    Folders.write(key(), pem("PRIVATE KEY", key.getEncoded()));
    // PostgreSQL refuses a key that others may read.
    Files.setPosixFilePermissions(key(), PosixFilePermissions.fromString("rw-------"));
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry(ALIAS, certificate);
    try (OutputStream out = Files.newOutputStream(trustStore())) {
      trust.store(out, PASSWORD.toCharArray());
    }
  }

  private static String pem(String label, byte[] bytes) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }
}
