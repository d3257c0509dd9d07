package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.wire.protocol.HttpHead;
import dev.landfall.conformance.wire.protocol.HttpOperations;
import dev.landfall.conformance.wire.protocol.Request;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The operations of S3 with path-style addresses ("Amazon S3 API Reference", "Actions"), told apart
 * by what they are made on: {@code PutIfAbsent.confirmation}, {@code Put.data}. Stateless,
 * thread-safe.
 *
 * <p>What preflight tries out passes uncounted: it races on purpose, so its order is another one
 * each time.
 */
final class S3Operations implements HttpOperations {
  private static final Pattern CODE = Pattern.compile("<Code>([^<]{1,80})</Code>");
  private static final String FENCE = "\"kind\":\"fence\"";

  @Override
  public Request request(HttpHead head, byte[] bytes) {
    S3Key key = S3Key.ofPath(head.path());
    String listed = head.parameter("prefix").orElse("");
    if (key.isProbe() || S3Key.of(listed).isProbe()) {
      return Request.noise(bytes, word(head.method()));
    }
    return key.isNone() ? onBucket(head, bytes, listed) : onObject(head, bytes, key);
  }

  private static Request onBucket(HttpHead head, byte[] bytes, String listed) {
    if (head.method().equals("POST")) {
      return Request.operation(bytes, "DeleteMany", Access.ABORT, "");
    }
    String verb = head.parameter("uploads").isPresent() ? "ListUploads" : "List";
    return Request.operation(bytes, verb, Access.READ, listed);
  }

  private static Request onObject(HttpHead head, byte[] bytes, S3Key key) {
    return switch (head.method()) {
      case "PUT" -> put(head, bytes, key);
      case "POST" -> post(head, bytes, key);
      case "DELETE" -> delete(head, bytes, key);
      default ->
          Request.operation(
              bytes, word(head.method()) + "." + key.folder(), Access.READ, key.text());
    };
  }

  private static Request put(HttpHead head, byte[] bytes, S3Key key) {
    if (head.parameter("partNumber").isPresent()) {
      return Request.operation(bytes, "UploadPart", Access.STAGE, key.text());
    }
    String verb = head.field("if-none-match").isPresent() ? "PutIfAbsent." : "Put.";
    return switch (key.kind()) {
      case DATA -> Request.operation(bytes, verb + key.folder(), Access.PUT, key.text());
      case LOG -> entry(verb, bytes, key);
      case SUMMARY, STAGED, PROBE, NONE ->
          Request.operation(bytes, verb + key.folder(), Access.LOG, key.text());
    };
  }

  /** One log holds what ends older generations and what makes data count. */
  private static Request entry(String verb, byte[] bytes, S3Key key) {
    boolean fences = new String(bytes, StandardCharsets.ISO_8859_1).contains(FENCE);
    return fences
        ? Request.operation(bytes, verb + "fence", Access.FENCE, key.text())
        : Request.operation(bytes, verb + "confirmation", Access.CONFIRM, key.text());
  }

  private static Request post(HttpHead head, byte[] bytes, S3Key key) {
    return head.parameter("uploads").isPresent()
        ? Request.operation(bytes, "StartUpload", Access.STAGE, key.text())
        : Request.operation(bytes, "CompleteUpload", Access.PUT, key.text());
  }

  private static Request delete(HttpHead head, byte[] bytes, S3Key key) {
    if (head.parameter("uploadId").isPresent()) {
      return Request.operation(bytes, "AbortUpload", Access.ABORT, key.text());
    }
    Access access = key.kind() == S3Key.Kind.DATA ? Access.ABORT : Access.LOG;
    return Request.operation(bytes, "Delete." + key.folder(), access, key.text());
  }

  private static String word(String method) {
    return method.charAt(0) + method.substring(1).toLowerCase(Locale.ROOT);
  }

  @Override
  public String error(HttpHead reply, String body) {
    if (reply.status() < 400) {
      return "";
    }
    Matcher code = CODE.matcher(body);
    return reply.status() + (code.find() ? " " + code.group(1) : "");
  }

  /**
   * Throttled where something is written, an internal error elsewhere: both say that nothing was
   * done, and that the same request may succeed ("Amazon S3 API Reference", "Error responses").
   */
  @Override
  public Optional<byte[]> refusal(Request request) {
    boolean reads = request.access() == Access.READ;
    String status = reads ? "500 Internal Server Error" : "503 Slow Down";
    String code = reads ? "InternalError" : "SlowDown";
    boolean bodiless = request.verb().startsWith("Head.");
    String body =
        bodiless
            ? ""
            : "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code + "</Code></Error>";
    String reply =
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: application/xml\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    return Optional.of(reply.getBytes(StandardCharsets.US_ASCII));
  }
}
