package dev.landfall.sink.redis;

import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.nio.file.Path;
import java.util.Optional;

/** How the server's certificate is judged, and our own. Immutable, thread-safe. */
public record TlsConfiguration(
    @Key("PKCS12 or JKS file with the certificates to trust; the JVM's own without it.")
        Optional<Path> trustStore,
    @Key("Password of trust-store.") Optional<Secret> trustStorePassword,
    @Key("PKCS12 or JKS file with our own certificate, where the server asks for one.")
        Optional<Path> keyStore,
    @Key("Password of key-store.") Optional<Secret> keyStorePassword,
    @Key(value = "Whether the host name must be that of the certificate.", defaultValue = "true")
        boolean verifyHost) {}
