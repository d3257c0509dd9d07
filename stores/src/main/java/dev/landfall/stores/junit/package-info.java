/** What JUnit tests need to use real stores. JUnit itself is brought by the test. */
@org.jspecify.annotations.NullMarked
package dev.landfall.stores.junit;
