package dev.landfall.stores.junit;

import dev.landfall.stores.StoreUnavailableException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/** Turns "cannot be had" into a named skip. Thread-safe. */
final class RealStoresExtension
    implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {
  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    throw skipIfUnavailable(thrown);
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    throw skipIfUnavailable(thrown);
  }

  @Override
  public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    throw skipIfUnavailable(thrown);
  }

  private static Throwable skipIfUnavailable(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof StoreUnavailableException) {
        return new TestAbortedException(cause.getMessage(), thrown);
      }
    }
    return thrown;
  }
}
