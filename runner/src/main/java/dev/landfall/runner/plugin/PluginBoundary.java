package dev.landfall.runner.plugin;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls a plug-in under its own context class loader, whichever thread the host calls on.
 * Thread-safe if the plug-in's object is.
 *
 * <p>JDBC's {@code DriverManager}, Kafka's clients and the AWS SDK look for drivers and services
 * through the context class loader of the calling thread; without this, a plug-in would find the
 * host's libraries or none. What a plug-in gives back ({@code Sink}, writer, committer) stands
 * behind the same boundary; what it gave back once and is handed again, it sees as its own object.
 *
 * <p>Rejected: one wrapper class for each contract (forty methods that only delegate), and a
 * context class loader set once per thread (a pipeline's threads serve a source and a sink of two
 * loaders).
 */
final class PluginBoundary implements InvocationHandler {
  private final Object target;
  private final ClassLoader loader;

  private PluginBoundary(Object target, ClassLoader loader) {
    this.target = target;
    this.loader = loader;
  }

  /** The object behind the boundary. */
  static <T> T around(Class<T> contract, T target, ClassLoader loader) {
    return contract.cast(proxy(target, loader, Set.of(contract)));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return outward(method.invoke(target, inward(arguments)));
    } catch (InvocationTargetException e) {
      throw told(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** What the plug-in threw; a class that is missing is told with the place where it belongs. */
  private Throwable told(InvocationTargetException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause instanceof LinkageError
        ? new IllegalStateException(
            "Cannot call "
                + loader.getName()
                + ": "
                + cause
                + ", expected every class that it needs in one of its jars (put the missing jar"
                + " beside the connector's)",
            cause)
        : cause;
  }

  private Object @Nullable [] inward(Object @Nullable [] arguments) {
    return arguments == null
        ? null
        : Arrays.stream(arguments).map(this::unwrapped).toArray(Object[]::new);
  }

  private Object unwrapped(Object argument) {
    return Proxy.isProxyClass(argument.getClass())
            && Proxy.getInvocationHandler(argument) instanceof PluginBoundary boundary
            && boundary.loader == loader
        ? boundary.target
        : argument;
  }

  private @Nullable Object outward(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(this::wrapped);
    }
    return value == null ? null : wrapped(value);
  }

  /** Values of the sdk itself, such as outcomes, pass as they are. */
  private Object wrapped(Object value) {
    if (value.getClass().getClassLoader() != loader) {
      return value;
    }
    Set<Class<?>> contracts = new LinkedHashSet<>();
    collectContracts(value.getClass(), contracts);
    return contracts.isEmpty() ? value : proxy(value, loader, contracts);
  }

  private static void collectContracts(Class<?> type, Set<Class<?>> contracts) {
    for (Class<?> candidate : type.getInterfaces()) {
      if (candidate.getName().startsWith("dev.landfall.sdk.")) {
        contracts.add(candidate);
      } else {
        collectContracts(candidate, contracts);
      }
    }
    if (type.getSuperclass() != null) {
      collectContracts(type.getSuperclass(), contracts);
    }
  }

  private static Object proxy(Object target, ClassLoader loader, Set<Class<?>> contracts) {
    Class<?>[] interfaces = contracts.toArray(Class<?>[]::new);
    return Proxy.newProxyInstance(
        interfaces[0].getClassLoader(), interfaces, new PluginBoundary(target, loader));
  }
}
