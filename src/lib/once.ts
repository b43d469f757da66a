/** Puts off what may not be needed. */

/** Returns a function that calls `make` when it is first called, and returns that value from then on. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

type Made<Key, Value> = {
  readonly has: (key: Key) => boolean;
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
};

/**
 * Returns a function that calls `make` once for each key, and returns that value from then on. `made` keeps the values; a WeakMap forgets
 * those of objects that nobody has any more.
 */
export const oncePer = <Key, Value>(
  make: (key: Key) => Value,
  made: Made<Key, Value> = new Map<Key, Value>(),
): ((key: Key) => Value) => {
  return (key) => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as Value;
    const value = make(key);
    made.set(key, value);
    return value;
  };
};
