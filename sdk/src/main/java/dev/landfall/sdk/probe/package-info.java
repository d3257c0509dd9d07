/**
 * What a store keeps of what it promises, asked by experiment: the contract between a connector,
 * which owns the client, and the suite, which judges the answers.
 */
@NullMarked
package dev.landfall.sdk.probe;

import org.jspecify.annotations.NullMarked;
