/** The attributes a filter asks about: what it finds may change with them. */
import { type Filter, FilterParser } from "ldapts";

/** Names without options, as the filter spells them. The filter is one that ldapts can read. */
export const filterAttributes = (filter: string): readonly string[] => [
  ...new Set(namesIn(FilterParser.parseString(filter))),
];

const namesIn = (filter: Filter): readonly string[] => {
  const { filters, filter: inner, attribute, matchType } = filter as Partial<FilterParts>;
  if (filters) return filters.flatMap(namesIn);
  if (inner) return namesIn(inner);
  return [attribute ?? matchType ?? ""].filter((name) => name !== "");
};

/** What the classes of filters hold, each some of it. */
type FilterParts = {
  readonly filters: readonly Filter[];
  readonly filter: Filter;
  readonly attribute: string;
  readonly matchType: string;
};
