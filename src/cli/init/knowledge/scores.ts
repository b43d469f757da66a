/** Every threshold by which a guess is certain, is proposed, or is left alone. */
export const scores = {
  /** Rows at the beginning of a file among which the header is searched. */
  headerRows: 30,
  /** The share of a column's filled cells that have to be e-mail addresses, days or ID numbers for it to be such a column. */
  shape: 0.9,
  /** The same for a column of days or genders whose header says so. */
  named: 0.6,
  /** The share of the values of a reference that have to be found where they refer to. */
  reference: 0.98,
  /** A status has at most so many different words. */
  statusWords: 8,
  /** The share of the rows of an inactive word that have a last day, where there is a column of last days. */
  lastDay: 0.9,
  /** The share of the rows for which a birth has to come before the hire. */
  birthFirst: 0.99,
  /** The share of the cells that have to contain a separator for a column to be a path. */
  path: 0.5,
  /** A column of companies has at most so many different values. */
  companies: 20,
  /** The share of different codes among the filled cells from which a code is that of a position, not of a title. */
  titleCodes: 0.8,
  /** At most so many titles are listed in a question about ranks. */
  titlesShown: 12,
  /** The share of rows without a key up to which the column may still be one, if somebody says so. */
  keyMissing: 0.5,
} as const;
