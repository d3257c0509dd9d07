package dev.landfall.runner;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.ConfigurationProblem;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a pipeline file. Stateless, thread-safe. */
public final class PipelineFile {
  private static final String SECTIONS = "pipeline, checkpoint, source and sink";

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build();

  private PipelineFile() {}

  /**
   * Reads and binds a file; the connectors' own sections are bound when the pipeline starts.
   *
   * @throws ConfigurationException with everything that is wrong with it (SI-7)
   */
  public static PipelineDefinition read(Path file, References references)
      throws ConfigurationException {
    return bind(tree(file, SECTIONS), references);
  }

  /**
   * Reads and binds a file, the sections of source and sink included, so that one look tells
   * everything that is wrong.
   *
   * @throws ConfigurationException with everything that is wrong with it (SI-7)
   */
  public static PipelineDefinition read(Path file, References references, Connectors connectors)
      throws ConfigurationException {
    Map<String, @Nullable Object> tree = tree(file, SECTIONS);
    Problems problems = new Problems();
    Optional<PipelineDefinition> definition = problems.collect(() -> bind(tree, references));
    // What is refused as a whole is refused for a missing type, among others: once is enough.
    boolean typesAreChecked = problems.concernTheWhole();
    Section root = Section.root(tree);
    Predicate<Section> worthBinding =
        section -> !typesAreChecked || section.text("type").isPresent();
    root.section("source")
        .filter(worthBinding)
        .ifPresent(section -> problems.collect(() -> source(section, references, connectors)));
    root.section("sink")
        .filter(worthBinding)
        .ifPresent(section -> problems.collect(() -> sink(section, references, connectors)));
    problems.throwIfAny("'" + file + "'");
    return definition.orElseThrow();
  }

  private static Record source(Section section, References references, Connectors connectors)
      throws ConfigurationException {
    return Configurations.bind(
        connectors.source(section).configuration(),
        PipelineDefinition.sourceOptions(section),
        references);
  }

  private static Record sink(Section section, References references, Connectors connectors)
      throws ConfigurationException {
    return Configurations.bind(
        connectors.sink(section).configuration(),
        PipelineDefinition.sinkOptions(section),
        references);
  }

  /** Binds what a parser gave. */
  public static PipelineDefinition bind(Map<String, @Nullable Object> tree, References references)
      throws ConfigurationException {
    return Configurations.bind(PipelineDefinition.class, Section.root(tree), references);
  }

  /**
   * A file as a plain tree.
   *
   * @param sections which it should have, for the message
   * @throws ConfigurationException if it cannot be read or is no YAML mapping
   */
  public static Map<String, @Nullable Object> tree(Path file, String sections)
      throws ConfigurationException {
    try {
      String text = Files.readString(file);
      Optional<String> misread = YamlText.misread(text);
      if (misread.isPresent()) {
        throw refused(file, sections, misread.get());
      }
      Map<String, @Nullable Object> tree =
          MAPPER.readValue(text, new TypeReference<Map<String, @Nullable Object>>() {});
      if (tree == null) {
        throw refused(file, sections, "it is empty");
      }
      return tree;
    } catch (MismatchedInputException e) {
      throw refused(file, sections, "no mapping at its top"); // its message would show the content
    } catch (JacksonException e) {
      throw refused(file, sections, place(e) + withoutContent(e.getOriginalMessage()));
    } catch (IOException e) {
      throw refused(file, sections, unreadable(file, e));
    }
  }

  /** Why a file could not be read as text, in a few words. */
  public static String unreadable(Path file, IOException e) {
    if (Files.isDirectory(file)) {
      return "it is a directory";
    }
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "access to it is denied";
    }
    return e instanceof CharacterCodingException
        ? "it is no UTF-8 text"
        : "it cannot be read: " + e;
  }

  private static String place(JacksonException e) {
    return e.getLocation() == null
        ? ""
        : "line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr()
            + ": ";
  }

  /** The parser shows the lines around, which may hold a secret (SI-9); it indents them. */
  private static String withoutContent(String message) {
    return message.lines().filter(line -> !line.startsWith(" ")).collect(Collectors.joining(", "));
  }

  private static ConfigurationException refused(Path file, String sections, String actual) {
    return new ConfigurationException(
        "'" + file + "'",
        List.of(new ConfigurationProblem("", actual, "a YAML mapping with " + sections, "")));
  }
}
