/** Tests of the Redis sink, most of them on real servers. */
package dev.landfall.sink.redis;
