/** Lists the attributes that a filter tests. When their values change, the filter may find other entries. */
import { type Filter, FilterParser } from "ldapts";

/** Returns the names without options, spelt as in the filter. The filter must be valid. */
export const filterAttributes = (filter: string): readonly string[] => [
  ...new Set(namesIn(FilterParser.parseString(filter))),
];

const namesIn = (filter: Filter): readonly string[] => {
  const { filters, filter: inner, attribute, matchType } = filter as Partial<FilterParts>;
  if (filters) return filters.flatMap(namesIn);
  if (inner) return namesIn(inner);
  return [attribute ?? matchType ?? ""].filter((name) => name !== "");
};

/** The properties of ldapts' filter classes; each class has some of them. */
type FilterParts = {
  readonly filters: readonly Filter[];
  readonly filter: Filter;
  readonly attribute: string;
  readonly matchType: string;
};
