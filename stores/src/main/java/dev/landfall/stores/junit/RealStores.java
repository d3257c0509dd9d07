package dev.landfall.stores.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test class that starts real stores, in its tests or in methods around them. A test whose
 * store cannot be had on this machine ({@link dev.landfall.stores.StoreUnavailableException}) is
 * skipped, and the report names the store and the remedy. A store that can be had and fails is a
 * failure as ever.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(RealStoresExtension.class)
public @interface RealStores {}
