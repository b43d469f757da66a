/** Values that few plans need: an index of the whole company is made when somebody asks for it. */

/** Returns a function that makes the value when it is first called. `make` must return the same whenever it is called. */
export const onFirstUse = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
