package dev.landfall.runner.plugin;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources into a jar, so that a plug-in is as foreign to the host as a third party's. */
final class PluginJar {
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, String> services = new LinkedHashMap<>();

  PluginJar source(String className, String code) {
    sources.put(className, code);
    return this;
  }

  PluginJar service(String contract, String provider) {
    services.put(contract, provider);
    return this;
  }

  void writeTo(Path jar, Path scratch) throws IOException {
    Files.createDirectories(scratch);
    Files.createDirectories(jar.getParent());
    if (!sources.isEmpty()) {
      compile(scratch);
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream archive = new JarOutputStream(out);
        Stream<Path> classes = Files.walk(scratch)) {
      for (Path file : classes.filter(Files::isRegularFile).toList()) {
        put(archive, scratch.relativize(file).toString(), Files.readAllBytes(file));
      }
      for (Map.Entry<String, String> service : services.entrySet()) {
        put(
            archive,
            "META-INF/services/" + service.getKey(),
            service.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private void compile(Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<JavaFileObject> units =
        sources.entrySet().stream().map(PluginJar::unit).map(JavaFileObject.class::cast).toList();
    List<String> options =
        List.of(
            "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
    boolean compiled = compiler.getTask(null, null, null, options, null, units).call();
    if (!compiled) {
      throw new IllegalStateException("the plug-in of the test does not compile");
    }
  }

  private static SimpleJavaFileObject unit(Map.Entry<String, String> source) {
    URI name = URI.create("string:///" + source.getKey().replace('.', '/') + ".java");
    return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source.getValue();
      }
    };
  }

  private static void put(JarOutputStream archive, String name, byte[] bytes) throws IOException {
    archive.putNextEntry(new JarEntry(name));
    archive.write(bytes);
    archive.closeEntry();
  }
}
