package dev.landfall.sdk.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Documents one component of a configuration record; its key in YAML is the component's name in
 * kebab case ({@code createTable} is {@code create-table}). From it come binding, {@code landfall
 * plugins describe}, the reference pages and the JSON schema.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  /** One line: what it does, its unit and its bounds. */
  String value();

  /**
   * The default as it would be written in YAML; without one the key is required, unless its type is
   * {@code Optional}.
   */
  String defaultValue() default NO_DEFAULT;

  /** Marks the absence of a default. */
  String NO_DEFAULT = "\0";
}
