/** The attributes that a filter tests. What the filter finds may change with them. */
import { type Filter, FilterParser } from "ldapts";

/** Names without options, spelt as in the filter, which must be valid. */
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
