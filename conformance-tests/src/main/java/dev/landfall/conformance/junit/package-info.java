/** What an author of a sink extends: one class, and one test for each rule and each point. */
@NullMarked
package dev.landfall.conformance.junit;

import org.jspecify.annotations.NullMarked;
