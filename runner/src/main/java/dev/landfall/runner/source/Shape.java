package dev.landfall.runner.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object read so far, in order: a node in a tree of all orders seen. Most objects
 * of a file have the fields of the one before, so that they share names and layout, and a field
 * that comes twice is noticed without a set for each object. Owned by one parser.
 */
final class Shape {
  /** Objects whose keys are data would grow the tree without bound. */
  private static final int MAX_SHAPES = 4096;

  private final @Nullable Shape parent;
  private final String name;
  private final int size;
  private final int[] count;
  private final Column column;
  private final Map<String, Shape> others = new HashMap<>();
  private @Nullable Shape last;
  private @Nullable Layout layout;

  private Shape(@Nullable Shape parent, String name, int[] count, Column column) {
    this.parent = parent;
    this.name = name;
    this.size = parent == null ? 0 : parent.size + 1;
    this.count = count;
    this.column = column;
  }

  /** The shape of an object without fields. */
  static Shape empty() {
    return new Shape(null, "", new int[1], Column.any(""));
  }

  /**
   * The shape with one field more.
   *
   * @param columns what is known about the fields by name
   * @return the shape, or null if the tree is full
   * @throws MalformedRecordException if the field is there already
   */
  @Nullable Shape with(String field, Schema columns) throws MalformedRecordException {
    Shape likely = last;
    if (likely != null && likely.name.equals(field)) {
      return likely;
    }
    Shape next = others.get(field);
    if (next == null && count[0] < MAX_SHAPES) {
      next = added(field, columns);
    }
    last = next == null ? last : next;
    return next;
  }

  private Shape added(String field, Schema columns) throws MalformedRecordException {
    Set<String> names = new HashSet<>(names());
    if (names.contains(field)) {
      throw twice(field);
    }
    Shape added = new Shape(this, field, count, columns.column(field));
    count[0]++;
    others.put(field, added);
    return added;
  }

  static MalformedRecordException twice(String field) {
    return new MalformedRecordException(
        "Cannot read the record: field "
            + MalformedRecordException.quoted(field)
            + " stands there twice, expected once (drop one of them)");
  }

  /** What is known about the field that was added last. */
  Column column() {
    return column;
  }

  /** The names in order. */
  List<String> names() {
    Deque<String> names = new ArrayDeque<>(size);
    for (Shape shape = this; shape != null && shape.parent != null; shape = shape.parent) {
      names.addFirst(shape.name);
    }
    return new ArrayList<>(names);
  }

  Layout layout() {
    Layout known = layout;
    if (known == null) {
      known = new Layout(names());
      layout = known;
    }
    return known;
  }
}
