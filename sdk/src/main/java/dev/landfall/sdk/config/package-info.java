@org.jspecify.annotations.NullMarked
package dev.landfall.sdk.config;
