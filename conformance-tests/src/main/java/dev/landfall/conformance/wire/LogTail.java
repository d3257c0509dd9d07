package dev.landfall.conformance.wire;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/** What processes under test have logged since it was last read. One thread at a time. */
final class LogTail {
  private final File file;
  private long end;

  /** From here on: what is there already was said by others. */
  LogTail(File file) {
    this.file = file;
    this.end = file.length();
  }

  /** Whole lines: what is still being written comes the next time. Empty if nothing is new. */
  String read() {
    long length = file.length();
    if (length <= end) {
      return "";
    }
    byte[] bytes = new byte[(int) (length - end)];
    try (RandomAccessFile log = new RandomAccessFile(file, "r")) {
      log.seek(end);
      log.readFully(bytes);
    } catch (IOException e) {
      return "";
    }
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    end += whole;
    return new String(bytes, 0, whole, StandardCharsets.UTF_8);
  }
}
