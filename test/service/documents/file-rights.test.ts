/**
 * Who may use the id of a file: over HTTP, at every place of the contract that takes one, and for every way in which somebody
 * without a right has come to know an id. The law in `file-rights-law.test.ts` covers the combinations.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type OperationId, operationIds, specOf } from "../../../src/contract/contract.ts";
import { isFileId } from "../../../src/contract/records/shared.ts";
import { account, baseline } from "../cases/baseline.ts";
import { type Answer, callerOf, errorCodeOf, keyOf, pathOf, startTestService } from "../running-service.ts";
import { inChunks, readBack, systemGroup, uploaderOf, userGroup } from "../uploads/upload-client.ts";
import { employee } from "./cases/libraries.ts";
import { paperForm } from "./cases/paper-form.ts";

const unknown = "99999999-9999-4999-8999-999999999999";
const intruderSecret = "the-secret-of-an-intruder";
const keyed = ["P-Lib", "P-Apply", "P-FormDoc"];
const libraryOf = (code: string, more: object) => ({ code, name: code, ...more });
const rules = { docSerialRule: 0, docVerRule: 0 };

let service: Awaited<ReturnType<typeof startTestService>>;
/** Ids of files in OPEN and CLOSED, which cat may read, and of one that only the key "sync" has. */
let open: string;
let closed: string;
let own: string;
let cat: string;

beforeAll(async () => {
  service = await startTestService({ outbound: { allowPrivateNetworks: true } });
  await service.load(baseline());
  const readers = [employee("cat")];
  const libraries = [
    libraryOf("OPEN", { editors: [employee("bob")], readers }),
    libraryOf("CLOSED", { editors: [employee("bob")], readers, settings: { allowDownloadFile: false } }),
    libraryOf("CAT", { editors: [employee("cat")] }),
    libraryOf("ISO", { editors: [employee("bob")], readers, versionRules: rules }),
    libraryOf("MINE", { versionRules: rules }),
    libraryOf("PLAIN", {}),
  ];
  await service.admin("PUT", "/company", { libraries, forms: paperForm("bob") });
  const few = { libraries: ["MINE", "PLAIN"], forms: ["OTHER"] };
  await service.admin("POST", "/keys", { name: "intruder", secret: intruderSecret, permissions: keyed, ...few });
  cat = await service.token("cat");
  open = await uploaded("open.txt");
  closed = await uploaded("closed.txt");
  own = await uploaded("own.txt");
  await add("OPEN", open);
  await add("CLOSED", closed);
});
afterAll(() => service.close());

const uploaded = async (fileName: string, group = systemGroup): Promise<string> =>
  (await uploaderOf(service, group).sendBase64(fileName, btoa(fileName))).result.id;

const root = (rootFolderCode: string) => ({ rootFolderCode, folderPath: "/" });
const filesIn = (code: string, id: string) => ({
  ...root(code),
  documents: [{ id, fileName: `${id}.txt` }],
  duplicateAction: 1,
});
const add = (code: string, id: string): Promise<Answer> => service.call("L10", { body: filesIn(code, id) });
const addAsCat = (id: string): Promise<Answer> => service.callAs(cat, "U7", { body: filesIn("CAT", id) });
const intrude = (id: OperationId, body: object, params = {}): Promise<Answer> =>
  service.raw(specOf(id).method, pathOf(id, params), { ...keyOf, "Api-Key": intruderSecret }, body);
const controlled = (code: string, id: string) => ({
  ...root(code),
  document: { id, fileName: `${id}.txt` },
  isCADFile: false,
  docProperty: {},
});
const applying = (more: object) => ({ applyAccount: account("amy"), deptCode: "HQ", fields: [], ...more });

/** The answer without what differs in every answer. */
const shown = ({ status, json }: Answer): unknown => [
  status,
  { ...(json as object), traceId: undefined, id: undefined },
];

/** The places of a request at which the id of a file stands, as `documents.*.id`. */
const filePlaces = (schema: unknown, place = ""): string[] => {
  if (schema instanceof z.ZodType && isFileId(schema)) return [place.slice(1)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return filePlaces(schema.unwrap(), place);
  if (schema instanceof z.ZodArray) return filePlaces(schema.element, `${place}.*`);
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap((part) => filePlaces(part, place));
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, part]) => filePlaces(part, `${place}.${name}`));
};

/** Sends a file of another caller, or an unknown one, at each place; the sender has every right but that to the file. */
const attempts: Readonly<Record<string, (id: string) => Promise<Answer>>> = {
  "U7 documents.*.id": addAsCat,
  "L10 documents.*.id": (id) => intrude("L10", filesIn("PLAIN", id)),
  "L19 document.id": (id) => intrude("L19", controlled("MINE", id)),
  "L20 document.id": async (id) => {
    const mine = await uploaderOf(service, intruders).sendBase64("mine.txt", "QQ==");
    await intrude("L19", { ...controlled("MINE", mine.result.id), docProperty: { name: "Old" } });
    return intrude("L20", { ...controlled("MINE", id), originalDocName: "Old" });
  },
  "F1 attachFiles.*.id": (id) =>
    intrude("F1", applying({ attachFiles: [{ id, fileName: "x" }] }), { formCodeOrId: "PAPER" }),
  "UP1 Id": (id) => sendChunk(id, intruders),
  "U14 Id": (id) => sendChunk(id, userGroup(cat)),
};
const intruders = { ...systemGroup, headers: { ...keyOf, "Api-Key": intruderSecret } };
const sendChunk = async (Id: string, group: typeof systemGroup): Promise<Answer> => {
  const { fields, pieces } = inChunks(Buffer.from("ten bytes!"), 10, { Id });
  const { status, result } = await uploaderOf(service, group).sendChunk({ ...fields, ChunkNumber: 0 }, pieces[0]);
  expect(result.id).not.toBe(Id);
  return { status, headers: new Headers(), text: "", json: result };
};

describe("the id of a file", () => {
  const places = operationIds.flatMap((id) => filePlaces(specOf(id).body).map((place) => `${id} ${place}`));

  it("stands in requests only where these tests look", () => {
    expect(places.toSorted()).toEqual(Object.keys(attempts).toSorted());
  });

  it("has its own schema wherever it stands beside the name of a file", () => {
    const met = new Set<z.ZodObject>();
    const records = (schema: unknown): z.ZodObject[] => {
      if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return records(schema.unwrap());
      if (schema instanceof z.ZodArray) return records(schema.element);
      if (!(schema instanceof z.ZodObject) || met.has(schema)) return [];
      met.add(schema);
      return [schema, ...Object.values(schema.shape).flatMap(records)];
    };
    const all = operationIds.flatMap((id) => [specOf(id).body, specOf(id).response]).flatMap(records);
    const beside = all.filter(({ shape }) => Object.keys(shape).some((name) => /^fileName$/i.test(name)));
    const named = beside.flatMap(({ shape }) => ["Id", "fileId", shape["fileId"] ? "" : "id"].map((one) => shape[one]));
    expect(named.filter(Boolean).length).toBeGreaterThan(3);
    const bare = (schema: unknown): unknown =>
      schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;
    for (const schema of named.filter(Boolean)) expect(isFileId(bare(schema) as z.ZodType)).toBe(true);
  });

  it.each(Object.keys(attempts))(
    "is answered like an unknown one at %s when the file is somebody else's",
    async (at) => {
      const attempt = attempts[at] as (typeof attempts)[string];
      const before = await readBack(service, own);
      const foreign = await attempt(own);
      expect(shown(foreign)).toEqual(shown(await attempt(unknown)));
      // An Id only names the chunks of one sender's file.
      expect(errorCodeOf(foreign)).toBe(at.endsWith(" Id") ? undefined : "OPA-FILE-UNKNOWN");
      expect(await readBack(service, own)).toEqual(before);
    },
  );

  it("in a form's field leads nobody else to the file, and its owner does get it", async () => {
    const send = async (id: string, secret: string) => {
      const body = applying({ fields: [{ code: "papers", value: [{ id, fileName: "x" }] }] });
      const headers = { ...keyOf, "Api-Key": secret };
      const { json } = await service.raw("POST", pathOf("F1", { formCodeOrId: "PAPER" }), headers, body);
      return expect.poll(async () => (await service.call("F2", { body: { traceId: json } })).json);
    };
    const failed = { result: 2, resultMessage: "OPA-FIELDS-INVALID: papers.0 names an unknown file" };
    await (await send(own, intruderSecret)).toMatchObject(failed);
    await (await send(unknown, intruderSecret)).toMatchObject(failed);
    await (await send(own, keyOf["Api-Key"])).toMatchObject({ result: 1 });
    // Bob signs the document, so he may read it, with its file.
    expect((await service.callAs(await service.token("bob"), "U7", { body: filesIn("OPEN", own) })).status).toBe(200);
  });
});

it("gives a reader the bytes of a file only if it may be downloaded", async () => {
  const listed = await service.callAs(cat, "U5", { body: { ...root("CLOSED"), pageOptions: { page: 0, size: 10 } } });
  expect(listed.json).toMatchObject({ items: [{ document: { fileId: closed } }] });
  expect(errorCodeOf(await addAsCat(closed))).toBe("OPA-FILE-UNKNOWN");
  expect((await addAsCat(open)).status).toBe(200);
});

it("needs the permission to read documents, not only to manage them", async () => {
  const other = await uploaded("other.txt");
  await add("OPEN", other);
  const body = filesIn("CAT", other);
  const managing = await service.token("cat", ["P-DocManage"]);
  expect(errorCodeOf(await service.callAs(managing, "U7", { body }))).toBe("OPA-FILE-UNKNOWN");
  const reading = await service.token("cat", ["P-DocManage", "P-DocRead"]);
  expect((await service.callAs(reading, "U7", { body })).status).toBe(200);
});

it("gives a key the files of its designated libraries only", async () => {
  const put = await uploaded("designated.txt");
  expect(errorCodeOf(await intrude("L10", filesIn("PLAIN", put)))).toBe("OPA-FILE-UNKNOWN");
  await add("PLAIN", put);
  expect((await intrude("L10", filesIn("PLAIN", put))).status).toBe(200);
  await add("OPEN", own);
  expect(errorCodeOf(await intrude("L10", filesIn("PLAIN", own)))).toBe("OPA-FILE-UNKNOWN");
});

it("gives a reader only the present version, and nothing of a voided document; an editor keeps all", async () => {
  const [first, second] = [await uploaded("first.txt"), await uploaded("second.txt")];
  await service.call("L19", { body: { ...controlled("ISO", first), docProperty: { name: "Manual" } } });
  await service.call("L20", { body: { ...controlled("ISO", second), originalDocName: "Manual" } });
  expect(errorCodeOf(await addAsCat(first))).toBe("OPA-FILE-UNKNOWN");
  await service.call("L21", { body: { ...root("ISO"), docName: "Manual", reason: "old" } });
  expect(errorCodeOf(await addAsCat(second))).toBe("OPA-FILE-UNKNOWN");
  const bob = await service.token("bob");
  for (const id of [first, second])
    expect((await service.callAs(bob, "U7", { body: filesIn("OPEN", id) })).status).toBe(200);
});

it("gives nobody the files of a destroyed document, not even their uploader", async () => {
  const id = await uploaded("secret.txt");
  await service.call("L19", { body: { ...controlled("ISO", id), docProperty: { name: "Secret" } } });
  await service.call("L22", { body: { ...root("ISO"), docName: "Secret", reason: "secret" } });
  expect(errorCodeOf(await addAsCat(id))).toBe("OPA-FILE-UNKNOWN");
  expect(errorCodeOf(await add("PLAIN", id))).toBe("OPA-FILE-UNKNOWN");
});

it("keeps the files of deleted documents from readers", async () => {
  const id = await uploaded("deleted.txt");
  await add("OPEN", id);
  await service.call("L11", { body: { ...root("OPEN"), fileName: `${id}.txt` } });
  expect(errorCodeOf(await addAsCat(id))).toBe("OPA-FILE-UNKNOWN");
});

it("gives no bytes by a link to the service itself, nor at any address without the admin key", async () => {
  const address = `${service.url}/sandbox/files/${own}`;
  expect((await fetch(address)).status).toBe(401);
  expect((await fetch(address, { headers: keyOf })).status).toBe(401);
  const sent = await uploaderOf(callerOf(service.url), intruders).sendLink("x.txt", address);
  expect([sent.code, sent.details?.["status"]]).toEqual(["OPA-LINK-FAILED", 401]);
});
