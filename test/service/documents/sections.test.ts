/** Libraries and trash as sections of the company document, and the bytes of their files. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LibrariesSection, TrashSection } from "../../../src/contract/sections/library.ts";
import { baseline } from "../cases/baseline.ts";
import { type Answer, errorCodeOf, startTestService } from "../running-service.ts";
import { at } from "./cases/document-case.ts";
import { libraries } from "./cases/libraries.ts";
import { controlledIn, documentIn, libraryIn } from "./cases/state-edits.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  service = await startTestService();
  await service.load(baseline());
});
afterAll(() => service.close());
beforeEach(async () => {
  await put({ libraries: libraries() });
  await service.admin("DELETE", "/trash");
});

const put = (company: object): Promise<unknown> => service.admin("PUT", "/company", company);
const putRaw = (company: object): Promise<Answer> =>
  service.raw("PUT", "/sandbox/company", { "Admin-Key": "admin-secret-of-tests" }, company);
const state = async () => ({
  libraries: (await service.admin("GET", "/libraries")) as LibrariesSection,
  trash: (await service.admin("GET", "/trash")) as TrashSection,
});
const bytesOf = async (id: string | undefined): Promise<string> => {
  const { status, text } = await service.raw("GET", `/sandbox/files/${id}`, { "Admin-Key": "admin-secret-of-tests" });
  return status === 200 ? text : String(status);
};
const withLibrary = (change: (library: LibrariesSection[number]) => void, code = "GEN"): LibrariesSection => {
  const changed = libraries();
  change(libraryIn({ libraries: changed, trash: [] }, code));
  return changed;
};

const file = { fileName: "x.txt", text: "x" };

describe("the libraries", () => {
  it("are dumped as they were loaded, with contents as uploaded files", async () => {
    const { libraries: dumped } = await state();
    const withoutFiles = (section: LibrariesSection) =>
      JSON.parse(JSON.stringify(section, (name, value) => (name === "file" ? value.fileName : value)));
    expect(withoutFiles(dumped)).toEqual(withoutFiles(libraries()));
    expect(await bytesOf(documentIn(libraryIn({ libraries: dumped, trash: [] }, "GEN"), "b.txt").file.id)).toBe(
      "five!",
    );
  });

  it("are the same after a load of the dump", async () => {
    await service.call("L4", { body: at("GEN", "/rules") });
    const before = await state();
    await put({ libraries: before.libraries, trash: before.trash });
    expect(await state()).toEqual(before);
  });

  it("keep readers and uploaders when the organisation is loaded again", async () => {
    await service.call("L11", { body: { ...at("GEN", "/rules"), fileName: "b.txt" } });
    const before = await state();
    await put({ organisation: baseline() });
    expect(await state()).toEqual(before);
    const answer = await service.callAs(await service.token("cat"), "U9");
    expect((answer.json as unknown[]).length).toBe(3);
  });

  it("are dumped with contents that another service can load", async () => {
    await service.call("L11", { body: { ...at("GEN", "/rules"), fileName: "b.txt" } });
    const dumped = (await service.admin("GET", "/company?section=libraries&section=trash")) as Awaited<
      ReturnType<typeof state>
    >;
    expect(dumped.trash[0]?.file).toEqual({ fileName: "b.txt", base64: btoa("five!") });
    const other = await startTestService();
    try {
      await other.load(baseline());
      await other.admin("PUT", "/company", dumped);
      expect(await other.admin("GET", "/company?section=libraries&section=trash")).toEqual(dumped);
    } finally {
      await other.close();
    }
  });

  it("need only the required properties", async () => {
    await put({
      libraries: [
        {
          code: "X",
          name: "X",
          folders: [{ path: "/a/b" }],
          documents: [{ path: "/a", file }],
        },
        {
          code: "Y",
          name: "Y",
          versionRules: {},
          controlledDocuments: [{ path: "/", name: "n", versions: [{ file }, { file }] }],
        },
      ],
    });
    const { libraries: dumped } = await state();
    expect(dumped[0]?.folders.map(({ path }) => path)).toEqual(["/a", "/a/b"]);
    expect(dumped[0]?.documents).toMatchObject([{ path: "/a", editor: null }]);
    expect(dumped[1]?.versionRules).toEqual({ docSerialRule: 0, docVerRule: 0, allowCustomVer: false, nextSerial: 2 });
    expect(dumped[1]?.controlledDocuments).toMatchObject([
      { docSerial: "Y-0001", versions: [{ docVersion: "1" }, { docVersion: "2" }] },
    ]);
  });

  const rules = "/rules";
  const versions = [{ file }];
  it.each<[string, unknown, string]>([
    ["two libraries with one code", [...libraries(), { code: "gen", name: "x" }], "OPA-CODE-TAKEN"],
    ["one id twice", withLibrary((one) => Object.assign(one.folders[0] ?? {}, { id: one.id })), "OPA-ID-TAKEN"],
    ["a folder twice", withLibrary((one) => one.folders.push({ path: "/Rules" })), "OPA-NAME-TAKEN"],
    ["the library itself as a folder", withLibrary((one) => one.folders.push({ path: "/" })), "OPA-NAME-TAKEN"],
    ["a path upwards", withLibrary((one) => one.folders.push({ path: "/../x" })), "OPA-NAME-INVALID"],
    [
      "an unknown reader",
      withLibrary((one) => one.readers.push({ itemType: 2, jobTitleCode: "no" })),
      "OPA-TITLE-UNKNOWN",
    ],
    [
      "an unknown editor",
      withLibrary((one) => one.editors.push({ itemType: 3, jobFuncCode: "no" })),
      "OPA-FUNCTION-UNKNOWN",
    ],
    [
      "a document twice",
      withLibrary((one) => one.documents.push({ path: rules, file: { ...file, fileName: "a.PDF" } })),
      "OPA-NAME-TAKEN",
    ],
    ["a document nowhere", withLibrary((one) => one.documents.push({ path: "/no", file })), "OPA-FOLDER-UNKNOWN"],
    [
      "an unsafe name",
      withLibrary((one) => one.documents.push({ path: rules, file: { ...file, fileName: "x." } })),
      "OPA-NAME-INVALID",
    ],
    [
      "an unknown file",
      withLibrary((one) =>
        one.documents.push({ path: rules, file: { fileName: "x", id: "00000000-0000-4000-8000-000000000000" } }),
      ),
      "OPA-FILE-UNKNOWN",
    ],
    [
      "a file without content",
      withLibrary((one) => one.documents.push({ path: rules, file: { fileName: "x" } })),
      "OPA-REQUEST-INVALID",
    ],
    [
      "an unknown person",
      withLibrary((one) => one.documents.push({ path: rules, file, editor: "no" })),
      "OPA-USER-UNKNOWN",
    ],
    [
      "an ordinary document in a controlled library",
      withLibrary((one) => one.documents.push({ path: "/", file }), "ISO"),
      "OPA-LIBRARY-CONTROLLED",
    ],
    [
      "a controlled document in an ordinary library",
      withLibrary((one) => one.controlledDocuments.push({ path: "/", name: "x", versions: versions as never })),
      "OPA-LIBRARY-ORDINARY",
    ],
    [
      "a serial twice",
      withLibrary((one) => Object.assign(controlledIn({ ...one }, "Gone"), { docSerial: "iso-0001" }), "ISO"),
      "OPA-SERIAL-TAKEN",
    ],
    [
      "the serial of a destroyed document",
      withLibrary((one) => Object.assign(controlledIn(one, "Gone"), { docSerial: "ISO-0003" }), "ISO"),
      "OPA-SERIAL-TAKEN",
    ],
    [
      "versions out of order",
      withLibrary((one) => controlledIn(one, "Manual").versions.reverse(), "ISO"),
      "OPA-VERSION-USED",
    ],
    [
      "a name twice",
      withLibrary((one) => Object.assign(controlledIn(one, "Gone"), { name: "MANUAL" }), "ISO"),
      "OPA-NAME-TAKEN",
    ],
    [
      "a period of validity that ends before it begins",
      withLibrary(
        (one) => Object.assign(controlledIn(one, "Manual").versions[1] ?? {}, { endTime: "2020-01-01T00:00:00" }),
        "ISO",
      ),
      "OPA-DOC-PERIOD",
    ],
    ["an unknown property", [{ code: "X", name: "X", owner: "bob" }], "OPA-REQUEST-INVALID"],
  ])("refuse %s and stay unchanged", async (_, section, code) => {
    const before = await state();
    const answer = await putRaw({ libraries: section });
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, code]);
    expect(JSON.stringify(answer.json)).toMatch(/"property":"libraries/);
    expect(await state()).toEqual(before);
  });
});

describe("the bytes of a file", () => {
  it("stay in the trash until it is emptied", async () => {
    const { id } = documentIn(libraryIn(await state(), "GEN"), "b.txt").file;
    await service.call("L11", { body: { ...at("GEN", "/rules"), fileName: "b.txt" } });
    expect(await bytesOf(id)).toBe("five!");
    await service.admin("DELETE", "/trash");
    expect(await bytesOf(id)).toBe("404");
    expect((await state()).trash).toEqual([]);
  });

  it("stay when another document has the file too", async () => {
    const { id } = documentIn(libraryIn(await state(), "GEN"), "b.txt").file;
    const documents = [{ id, fileName: "copy.txt" }];
    await service.call("L10", { body: { ...at("GEN", "/empty"), documents, duplicateAction: 0 } });
    await service.call("L4", { body: at("GEN", "/rules") });
    await service.admin("DELETE", "/trash");
    expect(await bytesOf(id)).toBe("five!");
  });

  it("stay with a voided document, and are deleted when it is destroyed with all its versions", async () => {
    const ids = controlledIn(libraryIn(await state(), "ISO"), "Manual").versions.map((version) => version.file.id);
    const ended = { body: { ...at("ISO", "/quality"), docName: "Manual", reason: "x" } };
    await service.call("L21", ended);
    expect(await Promise.all(ids.map(bytesOf))).toEqual(["first", "second"]);
    await service.call("L22", ended);
    expect(await Promise.all(ids.map(bytesOf))).toEqual(["404", "404"]);
  });

  it("cannot be used again once the document is destroyed", async () => {
    const [id] = controlledIn(libraryIn(await state(), "ISO"), "Manual").versions.map((version) => version.file.id);
    await service.call("L22", { body: { ...at("ISO", "/quality"), docName: "Manual", reason: "x" } });
    const documents = [{ id, fileName: "again.txt" }];
    const answer = await service.call("L10", { body: { ...at("GEN", "/empty"), documents, duplicateAction: 0 } });
    expect(errorCodeOf(answer)).toBe("OPA-FILE-UNKNOWN");
  });
});
