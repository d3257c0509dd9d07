/**
 * Real stores on one command: start, kill, restart and stop Kafka, Redis, MySQL, MariaDB,
 * PostgreSQL and an S3 server, on any Linux machine with a JDK and Maven, with or without Docker.
 *
 * <p>Begin at {@link dev.landfall.stores.Stores}.
 */
@org.jspecify.annotations.NullMarked
package dev.landfall.stores;
