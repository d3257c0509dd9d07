package dev.landfall.sdk.record;

/** What a record asks for. */
public enum Operation {
  /** Put the value under the key; append it where there is no key. */
  PUT,
  /** Delete the key. */
  DELETE
}
