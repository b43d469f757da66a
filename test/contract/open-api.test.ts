/** Tests the interface descriptions: complete, valid for an independent linter, and free of forms that confuse readers. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { operationIds, specOf } from "../../src/contract/contract.ts";
import { openApiDocument } from "../../src/contract/open-api/open-api.ts";
import type { OpenApiOperation } from "../../src/contract/open-api/operation.ts";
import { scopeOf } from "../../src/contract/operations/scopes.ts";
import refused from "../../src/contract/refused.json" with { type: "json" };

/** The operations that the specification marks (M), without the two reads among them (R23). */
const marked = /^(A[2356]|D(2|3|4|6|7|8|11|12)|V[2-6]|E(6|7|8|9|1[0-5])|J[1-35-9]|T[2-6])$/;

/** The names of records, models and enumerations in the specification. */
const modelNames = `
  UserRef UserRefFlat UserDataType OrgItem UserSetRequestItem DeptRef Library Folder DocumentListItem FileRef
  FileUploadRequestModel UploadResult FolderInfo DateRange SearchDateRangeRequestModel Profile PendingItem FormDetail Grid
  Dept DeptLevel Employee EmplDeptRead EmplDeptWrite JobFuncCategory JobFunc JobTitle AgentTime AgentUser FormCategory
  ApplicableForm CompanyForm FormDesign FormField FieldOption FormDocument AppliedItem PendingTaskItem InitiationResult
  ExternalConnection FieldValue VersionRuleNew VersionRuleUpdate FolderReaders DocPropertyAdd DocPropertyUpdate PunchRecord
  SurveyItem CopySurveyResult`
  .trim()
  .split(/\s+/);

type Refusals = { readonly content?: Readonly<Record<string, { readonly examples?: object }>> };

const withoutExamples = (key: string, value: unknown) => (key.startsWith("example") ? undefined : value);

const run = promisify(execFile);
const redocly = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));

const documents = { system: openApiDocument("system"), user: openApiDocument("user") };
const operationsOf = (group: "system" | "user"): OpenApiOperation[] =>
  Object.values(documents[group].paths).flatMap((methods) => Object.values(methods));

/** Yields every object in a document, with its place. */
const walk = function* (value: unknown, place = "#"): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [key, part] of Object.entries(value)) yield* walk(part, `${place}/${key}`);
};

describe.each(["system", "user"] as const)("the description of the %s group", (group) => {
  const document = documents[group];
  const objects = [...walk(document)];

  it("has every operation once, under our id, with the methods and paths of the contract", () => {
    const ids = operationIds.filter((id) => specOf(id).group === group);
    expect(
      operationsOf(group)
        .map((operation) => operation["x-id"])
        .toSorted(),
    ).toEqual(ids.toSorted());
    expect(document.info).toMatchObject({ version: "1.0.0" });
    expect(document.openapi).toMatch(/^3\.1\./);
    const [firstPath, methods] = Object.entries(document.paths)[0] ?? [];
    expect(firstPath).toMatch(/^\/(openapi|oauth)\/base\/v\{version\}\//);
    expect(Object.keys(methods ?? {})).toContain("get");
  });

  it("shows every record once: a record that is used twice has a name", () => {
    const shapes = objects
      .filter(([place, { type, properties }]) => type === "object" && properties && !place.includes("/parameters/"))
      .map(([place, { properties }]) => ({ place, shape: Object.keys(properties as object).join() }))
      .filter(({ shape, place }) => shape.split(",").length > 2 && place.includes("/components/"));
    expect(shapes.length).toBeGreaterThan(10);
    const twice = Map.groupBy(shapes, ({ shape }) => shape)
      .values()
      .filter((alike) => alike.length > 1);
    expect([...twice].map((alike) => alike.map(({ place }) => place))).toEqual([]);
  });

  it("refers only to parts of itself", () => {
    const references = objects.flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((reference) => !reference.startsWith("#/components/"))).toEqual([]);
    expect(JSON.stringify(document, withoutExamples)).not.toMatch(/https?:\/\/|\$defs|R\d+\b/);
  });

  it("describes every property and parameter in a sentence of its own", () => {
    const properties = objects.filter(([place]) => /\/properties\/\w+$/.test(place));
    const parameters = objects.filter(([place, { $ref }]) => /\/parameters\/[\w-]+$/.test(place) && !$ref);
    expect(properties.length).toBeGreaterThan(100);
    const bare = [...properties, ...parameters].filter(
      ([, { description }]) => typeof description !== "string" || !/^\S.{10,}[.,:]?$/.test(description),
    );
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  it("describes numbers and their ranges, and says which texts are ids or times", () => {
    const integers = objects.filter(([, { type }]) => type === "integer");
    for (const [place, { format }] of integers)
      expect([place, format]).toEqual([place, expect.stringMatching(/^int(32|64)$/)]);
    const text = JSON.stringify(document, withoutExamples);
    for (const format of ["uuid", "date-time"]) expect(text).toContain(`"format":"${format}"`);
    expect(text).not.toContain("x-needs-value");
  });

  it("states for each operation the permission, the security and the refusals", () => {
    for (const operation of operationsOf(group)) {
      const { permission } = specOf(operation["x-id"]);
      expect(operation["x-permission"] ?? null).toBe(permission);
      expect(operation["security"]).toEqual(
        group === "system"
          ? [{ key: [], company: [] }]
          : [{ signIn: [permission && scopeOf(permission)].filter(Boolean) }, { token: [] }],
      );
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["200", "400", "401"]));
      expect(operation.parameters[0]).toEqual({ $ref: "#/components/parameters/version" });
    }
  });

  it("shows of each operation the id, both summaries, and whether a refresh must follow", () => {
    for (const { "x-id": id, ...operation } of operationsOf(group)) {
      expect(operation).toMatchObject({
        summary: expect.stringMatching(/^[A-Z][\w ,()-]+$/),
        "x-summary-zh-tw": expect.stringMatching(/^\p{Script=Han}[\p{Script=Han}，（） \w]+$/u),
        description: expect.stringMatching(`^${id}\\. `),
      });
      expect([id, operation["x-changes-organization"] ?? false]).toEqual([id, marked.test(id)]);
    }
  });

  it("has an example of every parameter, body and answer", () => {
    for (const { "x-id": id, parameters, requestBody, responses } of operationsOf(group)) {
      const { body, response } = specOf(id);
      const own = parameters.filter(({ $ref }) => !$ref);
      expect([id, own.filter(({ example }) => example === undefined)]).toEqual([id, []]);
      const [[, sent] = []] = Object.entries(requestBody?.content ?? {});
      const answered = responses[200]?.content?.["application/json"];
      expect([id, sent?.example !== undefined]).toEqual([id, body !== undefined]);
      expect([id, answered?.example !== undefined]).toEqual([id, response !== undefined]);
    }
  });

  it("has an example of every refusal, and 404 only where one was recorded", () => {
    for (const { "x-id": id, responses } of operationsOf(group)) {
      const own = Object.keys(refused[id]).map((key) => key.split(" "));
      const shown = Object.entries(responses).flatMap(([status, response]) =>
        Object.keys((response as Refusals).content?.["application/json"]?.examples ?? {}).map((code) => [status, code]),
      );
      expect([id, shown]).toEqual([id, expect.arrayContaining(own)]);
      expect([id, "404" in responses]).toEqual([id, own.some(([status]) => status === "404")]);
    }
  });

  it("has the optional headers of the specification", () => {
    const headers = Object.values(document.components["parameters"] as object).filter(
      ({ in: place }) => place === "header",
    );
    expect(headers.map(({ name, required }) => [name, required])).toEqual(
      (group === "system" ? ["App-Id"] : ["App-Id", "CorpCode"]).map((name) => [name, false]),
    );
  });

  it("passes the linter's recommended rules without a warning", async () => {
    const folder = await mkdtemp(join(tmpdir(), "musterd-openapi-"));
    const file = join(folder, `${group}.json`);
    await writeFile(file, JSON.stringify(document));
    const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const lint = (path: string) =>
      run(redocly, ["lint", "--extends=recommended-strict", path], { env: environment, cwd: folder });
    await expect(lint(file)).resolves.toMatchObject({ stderr: expect.stringContaining("Woohoo") });
    const spoilt = JSON.stringify({ ...document, tags: [{ name: "bare" }] }).replace(
      '"fileName":"',
      '"fileName":1,"x":"',
    );
    await writeFile(file, spoilt);
    const complaints = expect.stringMatching(/tag-description.*no-invalid-media-type-examples|no-invalid.*tag-desc/s);
    await expect(lint(file)).rejects.toMatchObject({ stdout: complaints });
    await rm(folder, { recursive: true });
  });
});

it("names every record as the specification does", () => {
  const names = Object.values(documents).flatMap(({ components }) => Object.keys(components.schemas));
  const ours = ["BatchMoveResult", "CallbackBody", "CodeAndName", "ErrorBody", "FolderAddress", "PageInfo"];
  expect([...new Set(names)].toSorted()).toEqual([...modelNames, ...ours].toSorted());
  expect(documents.system.components.schemas["UserRefFlat"]).toMatchObject({ $ref: "#/components/schemas/UserRef" });
});

describe("what is special", () => {
  const operation = (id: string) => {
    const found = operationsOf("system").find((operation) => operation["x-id"] === id);
    if (!found) throw new Error(`no operation ${id}`);
    return found;
  };

  it("nests the fields of a form by reference", () => {
    expect(documents.system.components.schemas["FormField"]).toMatchObject({
      properties: { fields: { type: ["array", "null"], items: { $ref: "#/components/schemas/FormField" } } },
    });
  });

  it("uploads a chunk as a form with a binary part", () => {
    expect(operation("UP1").requestBody?.content).toMatchObject({
      "multipart/form-data": {
        schema: {
          properties: {
            ChunkFile: { type: "string", format: "binary" },
            Length: { type: "integer", format: "int64", minimum: 0 },
            ChunkNumber: { type: "integer", format: "int32", minimum: 0 },
          },
        },
      },
    });
  });

  it("describes the callback of an initiation", () => {
    expect(operation("F1")["callbacks"]).toMatchObject({
      initiationEnded: {
        "{$request.body#/callBackUrl}": {
          post: {
            requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/CallbackBody" } } } },
          },
        },
      },
    });
  });

  it("closes records that only the service sends, and requires all properties that it always sends", () => {
    expect(documents.system.components.schemas["Employee"]).toMatchObject({
      additionalProperties: false,
      required: expect.arrayContaining(["account", "birthDate", "locked"]),
      properties: {
        birthDate: { type: ["string", "null"], format: "date-time" },
        gender: { type: ["string", "null"], enum: ["Male", "Female", "Other", null] },
      },
    });
    expect(documents.system.components.schemas["UserRef"]).not.toHaveProperty("additionalProperties");
  });
});
