package dev.landfall.sdk.probe;

/**
 * One property with the experiment that asks for it. Immutable; its experiment is run by one thread
 * at a time.
 *
 * @param property what is asked
 * @param experiment how
 */
public record Question(Property property, Experiment experiment) {
  /** A property that cannot be asked of this store, with the reason. */
  public static Question notAsked(Property property, String why) {
    return new Question(property, () -> Answer.notAsked(why));
  }
}
