package dev.landfall.stores;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A store in a container, by way of Testcontainers. The port on this machine is claimed here and
 * bound to 127.0.0.1, so that it stays the same over a restart. Thread-safe.
 *
 * <p>The register names the container, so a crash of this JVM leaves none behind even where
 * Testcontainers' own reaper is switched off.
 */
final class ContainerServers implements Servers {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerServers.class);
  private static final Duration READY_BOUND = Duration.ofMinutes(2);
  private static final int STOP_BOUND_SECONDS = 30;
  private static final int LOG_TAIL_CHARS = 6_000;

  private final StoreKind kind;
  private final RunFolder run;
  private final Ports ports;
  private final ContainerPlan plan;
  private final GenericContainer<?> container;

  private ContainerServers(StoreKind kind, String image, ContainerPlan template) {
    this.kind = kind;
    run = RunFolder.attached(kind);
    ports = new Ports();
    int port = ports.claim();
    plan = template.onPort(port);
    container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withEnv(plan.variables())
            .withExposedPorts(plan.port())
            .withCreateContainerCmdModifier(
                command ->
                    command.withHostConfig(
                        Objects.requireNonNullElseGet(command.getHostConfig(), HostConfig::new)
                            .withPortBindings(
                                PortBinding.parse(Endpoint.local(port) + ":" + plan.port()))))
            .waitingFor(new Ready());
    if (!plan.command().isEmpty()) {
      container.withCommand(plan.command().toArray(String[]::new));
    }
  }

  static ContainerServers start(StoreKind kind, String image, ContainerPlan plan) {
    ContainerServers servers = new ContainerServers(kind, image, plan);
    try {
      servers.container.start();
      LOG.info("Started {} in a container of {}", kind, image);
      return servers;
    } catch (RuntimeException | Error e) {
      String tail = servers.tail();
      servers.close();
      throw new StoreException("Cannot start " + kind + " from image " + image + "\n" + tail, e);
    }
  }

  /** Registers the container before it is waited for, then counts its ready lines. */
  private final class Ready extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {
      run.put(RunFolder.CONTAINER + 0, container.getContainerId());
      awaitReady(plan.firstReadyCount());
    }
  }

  private void awaitReady(int count) {
    if (!Deadline.in(READY_BOUND).await(() -> readyLines() >= count)) {
      throw new StoreException(
          "Cannot start "
              + kind
              + ": its container is not ready within "
              + READY_BOUND.toSeconds()
              + " s\n"
              + tail());
    }
  }

  private long readyLines() {
    return Pattern.compile(Pattern.quote(plan.readyLine()))
        .matcher(container.getLogs())
        .results()
        .count();
  }

  @Override
  public StoreKind kind() {
    return kind;
  }

  @Override
  public StoreOrigin origin() {
    return StoreOrigin.CONTAINER;
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public Map<String, String> environment() {
    return plan.environment();
  }

  @Override
  public synchronized void kill(int... nodes) {
    if (nodes.length > 0 && running()) {
      engine().killContainerCmd(container.getContainerId()).exec();
      awaitEnd();
    }
  }

  @Override
  public synchronized void stop(int... nodes) {
    if (nodes.length > 0 && running()) {
      engine().stopContainerCmd(container.getContainerId()).withTimeout(STOP_BOUND_SECONDS).exec();
      awaitEnd();
    }
  }

  @Override
  public synchronized void start(int... nodes) {
    if (nodes.length > 0 && !running()) {
      int before = (int) readyLines();
      engine().startContainerCmd(container.getContainerId()).exec();
      awaitReady(before + 1);
    }
  }

  @Override
  public boolean isAlive(int node) {
    return running();
  }

  @Override
  public String log(int node) {
    return tail();
  }

  @Override
  public void close() {
    container.stop();
    run.close();
    ports.close();
  }

  private void awaitEnd() {
    if (!Deadline.in(READY_BOUND).await(() -> !running())) {
      throw new StoreException("Cannot end the container of " + kind + " within its bound");
    }
  }

  private boolean running() {
    return Boolean.TRUE.equals(
        engine().inspectContainerCmd(container.getContainerId()).exec().getState().getRunning());
  }

  private String tail() {
    String logs = container.getContainerId() == null ? "" : container.getLogs();
    return logs.substring(Math.max(0, logs.length() - LOG_TAIL_CHARS));
  }

  private DockerClient engine() {
    return container.getDockerClient();
  }
}
