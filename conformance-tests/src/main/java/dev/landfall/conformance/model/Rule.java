package dev.landfall.conformance.model;

/** The rules of {@code docs/SPEC.md}, by id. */
public enum Rule {
  HO_1,
  HO_2,
  HO_3,
  HO_4,
  HO_5,
  HO_6,
  HO_7,
  HO_8,
  HO_9,
  HO_10,
  HO_11,
  HO_12,
  HO_13,
  HO_14,
  HO_15,
  SI_1,
  SI_2,
  SI_3,
  SI_4,
  SI_5,
  SI_6,
  SI_7,
  SI_8,
  SI_9,
  SI_10,
  SI_11,
  I_1,
  I_2,
  I_3,
  I_4,
  I_5,
  W_1,
  W_2,
  W_3,
  W_4,
  W_5,
  W_6,
  T_1,
  T_2,
  T_3,
  T_4,
  T_5,
  T_6,
  T_7,
  T_8,
  T_9,
  T_10,
  T_11,
  T_12,
  T_13;

  /** As written in the specification: {@code T-3}. */
  public String id() {
    return name().replace('_', '-');
  }

  /**
   * The inverse of {@link #id()}.
   *
   * @throws IllegalArgumentException if there is no such rule
   */
  public static Rule of(String id) {
    return valueOf(id.replace('-', '_'));
  }

  @Override
  public String toString() {
    return id();
  }
}
