/** The schema of the store, the same in both databases but for the types of ids and numbers. */

type ColumnTypes = {
  /** The primary key of rows and of the audit trail. */
  readonly id: string;
  /** The primary key of the call log. */
  readonly callSeq: string;
  /** What follows the columns of a table. */
  readonly options?: string;
};

/**
 * The schema migrations; to change the schema, append one. `record` has one line per row of the company; `body` is text, because
 * a row may contain characters that PostgreSQL's JSON types refuse. The first migration creates only what is missing, because
 * the first release recorded no version.
 */
export const migrationsWith = ({ id, callSeq, options = "" }: ColumnTypes): readonly [string, ...string[]] => [
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
];
