@org.jspecify.annotations.NullMarked
package dev.landfall.source.kafka;
