/** One rule of names for uploads, documents and folders (R90), and names at the limit of their length that get a number. */
import { extname } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OperationId } from "../../../src/contract/contract.ts";
import { freeName } from "../../../src/service/documents/names.ts";
import { requireValidName } from "../../../src/service/uploads/file-name.ts";
import { cases } from "../../support/suites/runs.ts";
import { baseline } from "../cases/baseline.ts";
import { startTestService } from "../running-service.ts";
import { inChunks, uploaderOf } from "../uploads/upload-client.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  service = await startTestService();
  const libraries = [
    { code: "GEN", name: "General" },
    { code: "ISO", name: "Quality", versionRules: {} },
  ];
  await service.admin("PUT", "/company", { organisation: baseline(), libraries });
});
afterAll(() => service.close());

const isValid = (name: string): boolean => {
  try {
    requireValidName(name, "name");
    return true;
  } catch {
    return false;
  }
};

const anyName = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom("a", ".", " ", "\\", "\0", "字", "\u202E", "\uFFFD", "~"),
    minLength: 1,
    maxLength: 6,
  }),
  fc.constantFrom("con", "NUL.txt", "com1", "...", "a.", " a", "x".repeat(255), "x".repeat(256), "字".repeat(86)),
);

it("the same names are valid for uploads, documents and folders", async () => {
  const taken = async (id: OperationId, body: object): Promise<boolean> =>
    (await service.call(id, { body })).status === 200;
  const { result } = await uploaderOf(service).sendBase64("a.txt", "QQ==");
  const bytes = Buffer.from("A");
  let count = 0;
  const met = { valid: 0, invalid: 0 };
  await fc.assert(
    fc.asyncProperty(anyName, async (name) => {
      fc.pre(!name.includes("/") && name.isWellFormed());
      count += 1;
      const folder = { rootFolderCode: "GEN", folderPath: `/n${count}/x` };
      expect(await taken("L3", folder)).toBe(true);
      const { fields, pieces } = inChunks(bytes, 1, { FileName: name });
      const iso = { rootFolderCode: "ISO", folderPath: `/n${count}` };
      await taken("L14", iso);
      const document = { id: result.id };
      const answers = {
        chunk: (await uploaderOf(service).sendChunk({ ...fields, ChunkNumber: 0 }, pieces[0])).status === 200,
        base64: (await uploaderOf(service).sendBase64(name, "QQ==")).status === 200,
        document: await taken("L10", { ...folder, documents: [{ ...document, fileName: name }], duplicateAction: 0 }),
        controlled: await taken("L19", { ...iso, document, isCADFile: false, docProperty: { name } }),
        newFolder: await taken("L3", { ...folder, folderPath: `${folder.folderPath}/${name}` }),
        renamed: await taken("L5", { ...folder, newName: name }),
      };
      // A name in `docProperty` that is blank counts as left out (R99).
      if (name.trim() === "") answers.controlled = false;
      expect([name, ...new Set(Object.values(answers))]).toEqual([name, isValid(name)]);
      met[isValid(name) ? "valid" : "invalid"] += 1;
    }),
    { seed: 20261122, ...cases(60) },
  );
  expect(Math.min(met.valid, met.invalid)).toBeGreaterThan(1);
});

/** Valid names, most of them a few bytes below the limit. */
const longNames = fc
  .record({
    unit: fc.constantFrom("x", "é", "字", "👩", "👩‍🔬", ". ", "a\u0301"),
    below: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 250 })),
    extension: fc.constantFrom(
      "",
      ".pdf",
      ".tar.gz",
      ".文件",
      `.${"e".repeat(19)}`,
      `.${"e".repeat(20)}`,
      `.${"字".repeat(60)}`,
    ),
  })
  .map(({ unit, below, extension }) => {
    const bytes = Math.max(0, 254 - below - Buffer.byteLength(extension));
    return `n${unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))}${extension}`;
  })
  .filter(isValid);

it("a name that is taken becomes a valid one that is free, with its extension", () => {
  let shortened = 0;
  fc.assert(
    fc.property(longNames, fc.integer({ min: 1, max: 12 }), (name, takenCount) => {
      const taken = new Set([name]);
      for (let number = 1; number < takenCount; number += 1) taken.add(freeName(name, (one) => taken.has(one)));
      const free = freeName(name, (one) => taken.has(one));
      expect(taken.has(free)).toBe(false);
      expect([free, isValid(free)]).toEqual([free, true]);
      expect(free).toContain(` (${taken.size})`);
      expect(extname(name).length > 20 || extname(free) === extname(name)).toBe(true);
      if (!free.startsWith(name.slice(0, name.length - extname(name).length))) shortened += 1;
    }),
    { seed: 20261122, ...cases(1_000) },
  );
  expect(shortened).toBeGreaterThan(10);
});

it("equal names of one request are numbered without trying all numbers for each", () => {
  const [taken, tried] = [new Set<string>(), new Map<string, number>()];
  let asked = 0;
  const isTaken = (name: string) => {
    asked += 1;
    return taken.has(name.toLowerCase());
  };
  for (let at = 0; at < 1_000; at += 1) {
    const free = freeName(at % 2 === 0 ? "plan.pdf" : "PLAN.PDF", isTaken, tried);
    expect(free.toLowerCase()).toBe(at === 0 ? "plan.pdf" : `plan (${at}).pdf`);
    taken.add(free.toLowerCase());
  }
  expect(asked).toBeLessThan(4_000);
});

it("a name that is free stays as it is", () => {
  fc.assert(
    fc.property(longNames, (name) => {
      expect(freeName(name, () => false)).toBe(name);
    }),
    { seed: 1, ...cases(100) },
  );
});

it.each(["x".repeat(255), `${"x".repeat(251)}.pdf`, "字".repeat(85), `${"字".repeat(83)}.pdf`])(
  "duplicateAction 1 adds %s twice more",
  async (fileName) => {
    const place = { rootFolderCode: "GEN", folderPath: `/long-${Buffer.from(fileName).toString("hex").slice(-20)}` };
    await service.call("L3", { body: place });
    for (let times = 0; times < 3; times += 1) {
      const { result } = await uploaderOf(service).sendBase64(fileName, "QQ==");
      const body = { ...place, documents: [{ id: result.id, fileName }], duplicateAction: 1 };
      expect((await service.call("L10", { body })).json).toBe(true);
    }
    const { json } = await service.call("L8", { body: { ...place, pageOptions: {} } });
    const names = (json as { items: { document: { fileName: string } }[] }).items.map((one) => one.document.fileName);
    expect(names).toContain(fileName);
    expect(names.map((name) => [isValid(name), extname(name)])).toEqual(
      Array.from({ length: 3 }, () => [true, extname(fileName)]),
    );
  },
);
