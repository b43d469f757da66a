/** Makes docs/refusals.md: the error body, one of each status as the service sends it, and every code with its operations. */
import { openApiDocument } from "../src/contract/open-api/open-api.ts";
import { refusals } from "../src/contract/operations/refusals.ts";
import recorded from "../src/contract/refused.json" with { type: "json" };

const introduction = `# Refusals

A call that is refused has done nothing. The answer has the error body: \`errorCode\` is for programs, \`error\` is a sentence for
people, and \`property\` is the way to the value concerned: \`user.userCode\`, \`depts.0.code\`, the name of a parameter of the path
or of a header, or \`body\` for the whole body. \`traceId\` is in the service's log, except for 404 and for an
unknown key or token.

A write that names an unknown record answers 400, a read 404. An address that no operation has answers 404 in plain text, so that
it differs from a missing record. 403, 409 and 429 are not sent: keys without a permission get 401, unless the quirk \`keyRefusal\`
says 403, and what is in conflict with the present state 400. (The page for signing in answers 429 after too many wrong
passwords, and the fault \`status\` sends any status.) 503 means that the database cannot be written.
`;

/** The answers shown as examples: the operation, its status, and the code. */
const shown = [
  ["post", "/openapi/base/v{version}/department", "400", "OPA-REQUEST-INVALID"],
  ["post", "/openapi/base/v{version}/department", "400", "OPA-CODE-TAKEN"],
  ["get", "/openapi/base/v{version}/employee/{userType}/{userCode}", "404", "OPA-USER-UNKNOWN"],
] as const;

type Response = { readonly content: { readonly "application/json": { readonly examples: Record<string, Example> } } };
type Example = { readonly value: unknown };

export const refusalsPage = (): string => {
  const { paths, components } = openApiDocument("system");
  const exampleOf = (status: string, response: unknown, code: string): string => {
    const { value } = (response as Response).content["application/json"].examples[code] ?? {};
    return `${status}:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`;
  };
  const shared = components["responses"] as Record<string, unknown>;
  const blocks = [
    ...shown.map(([method, path, status, code]) => exampleOf(status, paths[path]?.[method]?.responses[status], code)),
    exampleOf("401", shared["Refusal401"], "OPA-KEY-UNKNOWN"),
    exampleOf("413", shared["Refusal413"], "OPA-BODY-TOO-LARGE"),
    exampleOf("415", shared["Refusal415"], "OPA-MEDIA-TYPE"),
  ];
  const table = Object.entries(refusals).map(([code, { status, sentence }]) => {
    const [ids, statuses] = seenWith(code);
    return `| ${code} | ${statuses.join(", ") || status} | ${sentence} | ${ids} |`;
  });
  return [introduction, ...blocks, tableIntroduction, ...table].join("\n").concat("\n");
};

const tableIntroduction = `The column of operations has those that the conformance suite makes answer so; codes without any belong
to every operation, to the [sandbox](sandbox.md), to loaded documents or to quirks.

| Code | Status | Meaning | Operations |
| --- | --- | --- | --- |`;

/** The operations that answer with the code, and the statuses with which they do. */
const seenWith = (code: string): readonly [string, readonly string[]] => {
  const seen = Object.entries(recorded).flatMap(([id, of]) =>
    Object.keys(of)
      .filter((key) => key.endsWith(` ${code}`))
      .map((key) => ({ id, status: key.slice(0, 3) })),
  );
  const ids = [...new Set(seen.map(({ id }) => id))];
  const statuses = [...new Set(seen.map(({ status }) => status))].toSorted();
  return [ids.length > 40 ? `${ids.length} operations` : ids.join(", "), statuses];
};
