@org.jspecify.annotations.NullMarked
package dev.landfall.sdk.log;
