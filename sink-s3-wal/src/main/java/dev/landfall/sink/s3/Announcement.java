package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.List;

/** Hears which objects are about to be written, before the first byte of them is sent. */
interface Announcement {
  /** For objects that a sealed segment names already. */
  Announcement NONE = keys -> {};

  void before(List<String> keys) throws SinkException, InterruptedException;
}
