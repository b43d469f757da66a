/** The schema of the store, the same in both databases but for some types and expressions. */

type Dialect = {
  /** The type of the primary key of rows, of the audit trail and of batches of calls. */
  readonly id: string;
  /** The type of the primary key of `call`. */
  readonly callSeq: string;
  /** What follows the columns of a table. */
  readonly options?: string;
  /** A JSON array with one row of the table `call`, as a line of `calls`. */
  readonly callLines: string;
  /** A query for the highest number of a call, also of a deleted one, with an empty JSON array; no row if there was none. */
  readonly lastCall: string;
};

/**
 * The schema migrations; to change the schema, append one. `record` has one line per row of the company; `body` is text, because
 * a row may contain characters that PostgreSQL's JSON types refuse. `calls`, the call log, has one row per batch; it replaced
 * `call`, which had one per call. `IF NOT EXISTS` is needed because the first release recorded no version.
 */
export const migrationsWith = (dialect: Dialect): readonly [first: string, audit: string, calls: string] => {
  const { id, callSeq, options = "", callLines, lastCall } = dialect;
  return [
    `CREATE TABLE IF NOT EXISTS record (
      id   ${id},
      kind text NOT NULL,
      body text NOT NULL
    ) ${options};
    CREATE TABLE IF NOT EXISTS call (
      seq       ${callSeq},
      at        text NOT NULL,
      operation text,
      method    text NOT NULL,
      path      text,
      status    integer,
      fault     text,
      key       text
    ) ${options};`,
    `CREATE TABLE audit (
      seq    ${id},
      at     text NOT NULL,
      until  text NOT NULL,
      times  integer NOT NULL,
      kind   text NOT NULL,
      result text NOT NULL,
      who    text,
      "from" text,
      about  text
    ) ${options};
    CREATE INDEX audit_kind ON audit (kind, result, seq);`,
    `CREATE TABLE calls (
      last  ${id},
      lines text NOT NULL
    ) ${options};
    INSERT INTO calls SELECT seq, ${callLines} FROM call;
    INSERT INTO calls ${lastCall} ON CONFLICT DO NOTHING;
    DROP TABLE call;`,
  ];
};
