@org.jspecify.annotations.NullMarked
package dev.landfall.sink.kafka;
