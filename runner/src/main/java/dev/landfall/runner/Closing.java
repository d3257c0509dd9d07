package dev.landfall.runner;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what was opened, last first; one that fails does not keep the others open. */
final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    opened.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable resource = opened.pop();
      try {
        resource.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.warn("Cannot close {}: {}", resource.getClass().getSimpleName(), e.toString());
      }
    }
  }
}
