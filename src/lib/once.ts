/** Puts off what may not be needed. */

/** Returns a function that calls `make` when it is first called, and returns that value from then on. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};
