/**
 * The write-ahead-log sink for object stores: data objects, and a numbered confirmation log that
 * says which of them count.
 */
@NullMarked
package dev.landfall.sink.s3;

import org.jspecify.annotations.NullMarked;
