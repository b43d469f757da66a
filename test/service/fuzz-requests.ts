/**
 * Random requests made from an interface description: valid ones, with texts that occur in the company, and spoilt ones, with
 * every kind of mistake.
 */
import * as fc from "fast-check";
import type { OpenApiDocument } from "../../src/contract/open-api/open-api.ts";
import type { OpenApiOperation } from "../../src/contract/open-api/operation.ts";
import type { JsonSchema } from "../../src/contract/open-api/schemas.ts";

export type FuzzRequest = {
  readonly method: string;
  /** The path with values filled in. */
  readonly path: string;
  /** Which mistake the key, token or company code has; `right` if there is no mistake. */
  readonly caller: "right" | "none" | "unknown" | "forbidden" | "company";
  readonly contentType: string | undefined;
  /** Undefined: no body. */
  readonly body: string | FormData | undefined;
  /** What the descriptions judge; undefined if caller, version, content type or syntax are wrong. */
  readonly judged: { readonly params: Readonly<Record<string, string>>; readonly body: unknown } | undefined;
};

/** For each property, the texts that it has in the company. */
export type Words = ReadonlyMap<string, readonly string[]>;

/** Additional texts for single properties; none contains the address of another machine. */
const ownWords: Readonly<Record<string, readonly string[]>> = {
  url: ["http://127.0.0.1:9/a", "http://localhost:9", "ftp://127.0.0.1/a", "file:///etc/passwd", "//x", "http://[::1"],
  callBackUrl: ["http://127.0.0.1:9/a", "http://localhost:9", "gopher://127.0.0.1", "javascript:1"],
  base64Content: ["QQ==", "QQ", "", "%%%", "QUJD".repeat(50)],
  timeZoneId: ["Asia/Taipei", "Taipei Standard Time", "UTC", "Mars/Olympus"],
  folderPath: ["/", "/rules", "/rules/travel", "/quality", "/a/b/c", "//", "/../x", "rules", "/ ", "/rules/"],
  userCode: ["amy", "bob", "cat", "dan", "001", "003", "AMY"],
  corpCode: ["ACME", "OTHER"],
  gender: ["Male", "Female", "Other", "0"],
};

const oddTexts = [
  "",
  " ",
  "\u0000",
  "‮",
  "\ud800",
  "ＡＭＹ",
  "堃喆",
  "👩‍👩‍👧",
  "a\r\nb",
  "__proto__",
  "constructor",
  "' OR 1=1 --",
  "../../etc/passwd",
  "%2e%2e%2f",
  "NaN",
  "x".repeat(20_000),
];

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2_147_483_648,
  -2_147_483_649,
  2 ** 60,
  1e308,
  [],
  {},
  [[]],
  [null],
  { wrong: 1 },
  { userType: 0 },
  // A body may have 100 levels, which no schema can say.
  deep(90),
  ...oddTexts,
];

const oddDates = [
  "2026-02-30T00:00:00",
  "9999-12-31T23:59:59-12:00",
  "0000-01-01T00:00:00Z",
  "2026-01-01",
  "+010000-01-01T00:00:00Z",
];
const dates = [
  "2026-11-20T08:58:00+08:00",
  "2026-11-20T00:00:00",
  "2099-01-01T00:00:00Z",
  "2098-01-01T00:00:00Z",
  "2020-01-01T00:00Z",
];

/** How to draw values. With `sane`, known words are preferred, and nothing is absent or null where that may be refused. */
type Draw = {
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  readonly words: Words;
  /** First letter of the operation's id. It decides to which kind of object a property `code` refers. */
  readonly family: string;
  readonly sane: boolean;
};

const codeOf: Readonly<Record<string, string>> = {
  V: "levels",
  J: "functions",
  T: "titles",
  S: "surveys",
  F: "fields",
};

/** For a property of a request, the list and property in the company document that contain valid values. */
const placeOf: Readonly<Record<string, string>> = {
  deptCode: "departments.code",
  parentCode: "departments.code",
  deptLevelCode: "levels.code",
  jobTitleCode: "titles.code",
  jobFuncCode: "functions.code",
  jobFuncs: "functions.code",
  rootFolderCode: "libraries.code",
  rootCode: "libraries.code",
  formCode: "forms.code",
  formCodeOrId: "forms.code",
  sourceQueCode: "surveys.code",
  formSn: "documents.formSn",
  formNo: "documents.formSn",
  nodeId: "tasks.nodeId",
  category: "functions.categoryName",
  originalCategory: "functions.categoryName",
  categoryName: "functions.categoryName",
  fileName: "documents.name",
  documentNames: "documents.name",
  docName: "controlledDocuments.name",
  originalDocName: "controlledDocuments.name",
};

const knownWords = (name: string, { words, family }: Draw): readonly string[] => {
  if (name === "code" || name === "originalCode") return words.get(`${codeOf[family] ?? "departments"}.code`) ?? [];
  return [...(ownWords[name] ?? []), ...(words.get(placeOf[name] ?? name) ?? [])];
};

const textOf = (name: string, { format, minLength, enum: values }: JsonSchema, draw: Draw): fc.Arbitrary<unknown> => {
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  if (format === "date-time") return draw.sane ? fc.constantFrom(...dates) : fc.constantFrom(...dates, ...oddDates);
  const known = knownWords(name, draw);
  if (format === "uuid") {
    const ids = known.length > 0 ? known : (draw.words.get("uuid") ?? []);
    return draw.sane ? fc.constantFrom(...ids) : often(fc.constantFrom(...ids), fc.uuid());
  }
  const free = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12, minLength: Number(minLength ?? 0) }),
    fc.string({ unit: "binary", maxLength: 12, minLength: Number(minLength ?? 0) }),
  );
  if (known.length === 0) return draw.sane ? fc.constantFrom("new", "Other text", "字") : free;
  return draw.sane
    ? often(fc.constantFrom(...known), fc.constant(`new ${name}`))
    : often(fc.constantFrom(...known), free);
};

/** Draws from `usual` nine times in ten, otherwise from `rare`. */
const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare });

/** A value for the schema of the property `name`. */
const valueOf = (name: string, given: JsonSchema, draw: Draw): fc.Arbitrary<unknown> => {
  const schema = draw.resolve(given);
  const {
    type,
    properties = {},
    required = [],
    items,
    anyOf,
  } = schema as {
    type?: string | string[];
    properties?: Record<string, JsonSchema>;
    required?: string[];
    items?: JsonSchema;
    anyOf?: JsonSchema[];
  };
  if (anyOf)
    return fc.oneof(
      ...anyOf.filter((one) => !draw.sane || one["type"] !== "null").map((one) => valueOf(name, one, draw)),
    );
  if (Array.isArray(type)) {
    const { enum: values } = schema as { enum?: unknown[] };
    const kind = { ...schema, type: type[0], ...(values ? { enum: values.filter((value) => value !== null) } : {}) };
    return draw.sane ? valueOf(name, kind, draw) : often(valueOf(name, kind, draw), fc.constant(null));
  }
  switch (type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return integerOf(schema);
    case "string":
      return textOf(name, schema, draw);
    case "array":
      return fc.array(valueOf(name, items ?? {}, draw), { minLength: draw.sane ? 1 : 0, maxLength: 3 });
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, valueOf(key, part, draw)])),
        { requiredKeys: required },
      );
    case "null":
      return fc.constant(null);
    case undefined:
    default:
      return fc.oneof(fc.constantFrom("Trip", 12.5, true), fc.jsonValue({ maxDepth: 2 }));
  }
};

const integerOf = ({ enum: values, minimum, maximum }: JsonSchema): fc.Arbitrary<unknown> => {
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  const least = typeof minimum === "number" ? minimum : -3;
  return fc.integer({ min: least, max: Math.min(typeof maximum === "number" ? maximum : 30, least + 30) });
};

/** A value with one place changed, removed or added; a random path selects the place. */
const spoilt = (value: unknown, path: readonly number[], odd: unknown, how: number): unknown => {
  const [step = 0, ...rest] = path;
  if (typeof value !== "object" || value === null || rest.length === 0) return odd;
  const keys = Object.keys(value);
  const key = keys[step % (keys.length || 1)];
  if (key === undefined) return odd;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  if (how === 0) Reflect.deleteProperty(copy, key);
  else if (how === 1) copy[`${key}X`] = odd;
  else copy[key] = spoilt(copy[key], rest, odd, how);
  return copy;
};

const contentTypes = [
  undefined,
  "text/plain",
  "application/xml",
  "application/json; charset=big5",
  "multipart/form-data",
];
const brokenJson = ["", "{", '{"a":', "[1,]", "\u0000", "﻿{}", '{"__proto__":{"a":1}}', "nul", "{}{}"];

/** Random requests for one operation; `words` occur in the company, `samples` are valid inputs. */
export const requestsOf = (
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OpenApiOperation,
  words: Words,
  samples: readonly FuzzSample[],
): fc.Arbitrary<FuzzRequest> => {
  const draw = (sane: boolean): Draw => ({
    words,
    family: operation.operationId.charAt(0),
    sane,
    resolve: (schema) => {
      const name = (schema["$ref"] as string | undefined)?.split("/").at(-1);
      return name === undefined ? schema : (document.components.schemas[name] as JsonSchema);
    },
  });
  const [[contentType, media] = [undefined, undefined]] = Object.entries(operation.requestBody?.content ?? {});
  const inputs = (sane: boolean): fc.Arbitrary<FuzzSample> =>
    fc.record({
      params: fc.record(
        Object.fromEntries(
          operation.parameters
            .filter((parameter) => parameter["in"] === "path")
            .map(({ name, schema }) => [name as string, valueOf(name as string, schema as JsonSchema, draw(sane))]),
        ),
      ),
      body: media ? valueOf("body", media.schema, draw(sane)) : fc.constant(undefined),
    });
  const valid = samples.length > 0 ? fc.oneof(fc.constantFrom(...samples), inputs(true)) : inputs(true);
  const right = fc.record({ input: valid, version: fc.constantFrom("1", "1.0") });
  const type = contentType;
  return fc.oneof(
    right.map((drawn) => requestOf(method, path, { ...drawn, caller: "right", type, isValid: true })),
    fc
      .record({
        input: fc.oneof(valid, inputs(false)),
        change: media ? fc.option(changes, { freq: 4 }) : fc.constant(null),
        isValid: fc.boolean(),
      })
      .map((drawn) => requestOf(method, path, { ...drawn, version: "1", caller: "right", type })),
    fc
      .record({
        input: fc.oneof(valid, inputs(false)),
        version: often(fc.constantFrom("1", "1.0"), fc.constantFrom("2", "")),
        oddParam: fc.option(fc.constantFrom(...oddTexts)),
        caller: fc.constantFrom<FuzzRequest["caller"][]>("right", "none", "unknown", "forbidden", "company"),
        type: media ? fc.constantFrom(type, ...contentTypes) : fc.constant(undefined),
        broken: media ? fc.option(fc.constantFrom(...brokenJson)) : fc.constant(null),
        isValid: fc.boolean(),
      })
      .map((drawn) => requestOf(method, path, drawn)),
  );
};

export type FuzzSample = { readonly params?: Readonly<Record<string, unknown>>; readonly body?: unknown };

const changes = fc.record({
  path: fc.array(fc.nat(8), { maxLength: 4 }),
  odd: fc.constantFrom(...oddValues),
  how: fc.nat(4),
});

type Drawn = {
  readonly input: FuzzSample;
  readonly version: string;
  readonly caller: FuzzRequest["caller"];
  readonly type: string | undefined;
  readonly change?: { readonly path: number[]; readonly odd: unknown; readonly how: number } | null;
  readonly oddParam?: string | null;
  readonly broken?: string | null;
  /** True for a form whose fields match its bytes. */
  readonly isValid: boolean;
};

const requestOf = (method: string, path: string, drawn: Drawn): FuzzRequest => {
  const { params = {}, body } = drawn.input;
  const [first] = Object.keys(params);
  // Node itself refuses much longer addresses.
  const texts = Object.entries(params).map(([name, value]) => {
    return [
      name,
      String(name === first ? (drawn.oddParam ?? value) : value)
        .slice(0, 2_000)
        .toWellFormed(),
    ] as const;
  });
  const sent = Object.fromEntries(texts);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    return name === "version" ? drawn.version : encodeURIComponent(sent[name] ?? "");
  });
  const { change } = drawn;
  const content = change ? spoilt(body, change.path, change.odd, change.how) : body;
  const isPlain = drawn.caller === "right" && ["1", "1.0"].includes(drawn.version) && typeof drawn.broken !== "string";
  const isJson = drawn.type === "application/json" || (drawn.type === undefined && content === undefined);
  const judged = isPlain && isJson ? { params: sent, body: content } : undefined;
  const common = { method: method.toUpperCase(), path: filled, caller: drawn.caller, judged };
  if (drawn.type === "multipart/form-data") {
    return { ...common, contentType: undefined, body: formOf(content, drawn.isValid) };
  }
  const text = drawn.broken ?? (content === undefined ? undefined : JSON.stringify(content));
  return { ...common, contentType: text === undefined ? undefined : drawn.type, body: text };
};

/** The form of a chunk; in a valid form the fields match the bytes. */
const formOf = (content: unknown, isValid: boolean): FormData => {
  const form = new FormData();
  const bytes = new Blob(["0123456789"]);
  const numbers = { FileName: "a.txt", Length: 10, ChunkSize: 10, ChunkTotalCount: 1, ChunkNumber: 0 };
  const fields: object = {
    ...(Object(content) as object),
    ...(isValid ? { Id: crypto.randomUUID(), ...numbers } : {}),
  };
  for (const [name, value] of Object.entries(fields)) {
    if (name === "ChunkFile") form.append(name, bytes);
    else form.append(name, typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  }
  return form;
};
