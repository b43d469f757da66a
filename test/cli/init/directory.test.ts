/** `musterd init --ldap`: a real server is looked at, and what was written reads it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { propose } from "../../../src/cli/init/propose.ts";
import { directoryTables } from "../../../src/cli/init/tables/directory-tables.ts";
import { initWords } from "../../../src/cli/words/en/init.ts";
import { type Slapd, startSlapd } from "../../support/ldap/slapd.ts";
import { runCli } from "../../support/processes/cli-process.ts";
import { inFolder } from "./proposal-of.ts";

const today = "2026-11-26";

const person = (uid: string, unit: string, number: string, manager?: string, department?: string): string =>
  [
    `dn: uid=${uid},${unit}`,
    "objectClass: inetOrgPerson",
    `uid: ${uid}`,
    `cn: ${uid} Person`,
    `displayName: ${uid} Person`,
    "sn: Person",
    `mail: ${uid}@example.com`,
    `mail: ${uid}.old@example.com`,
    ...(department ? [`departmentNumber: ${department}`] : []),
    ...(number ? [`employeeNumber: ${number}`] : []),
    ...(manager ? [`manager: uid=${manager},ou=board,ou=company,dc=example,dc=com`] : []),
    "",
  ].join("\n");

const unit = (name: string, above: string): string =>
  `dn: ou=${name},${above}\nobjectClass: organizationalUnit\nou: ${name}\n`;

const company = "ou=company,dc=example,dc=com";
const ldif = [
  "dn: dc=example,dc=com\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example\n",
  unit("company", "dc=example,dc=com"),
  unit("board", company),
  unit("sales", company),
  person("eva", `ou=board,${company}`, "1001"),
  person("ian", `ou=sales,${company}`, "1002", "eva"),
  person("mia", `ou=sales,${company}`, "1003", "eva"),
].join("\n");

describe("musterd init --ldap", () => {
  let server: Slapd | undefined;
  afterAll(() => server?.stop());

  it("writes what a directory says, asks for the code of units, and reads it", async () => {
    server = await startSlapd({ ldif });
    const { url } = server;
    await inFolder({ "a.yaml": "department-code: ou\n" }, async (folder) => {
      const { code, stdout, stderr } = await runCli(["init", "--ldap", url, "--answers", "a.yaml"], { cwd: folder });
      const yaml = readFileSync(join(folder, "musterd.yaml"), "utf8");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(yaml).toContain("filter: (objectClass=inetOrgPerson)");
      expect(yaml).toContain("email: { attribute: mail, take: first }");
      expect(yaml).toContain("supervisor: { attribute: manager, by: dn, blank: clear }");
      expect(yaml).toContain("department: { attribute: parentDn, by: dn }");
      expect(stdout).toContain("The first plan: 7 entries, 0 held.");
    });
  });

  it("knows superiors whose entries are spelled in another way", async () => {
    const spelled = ldif.replaceAll("manager: uid=eva,ou=board,ou=company", "manager: UID=eva, ou=Board, OU=company");
    const other = await startSlapd({ ldif: spelled });
    try {
      const tables = await directoryTables({ url: other.url }, undefined);
      const answers = new Map([["department-code", "ou"]]);
      const { notes, parts } = propose(tables, [], { words: initWords, today, answers, onlyCertain: false });
      expect(notes).toEqual([]);
      expect(parts.flatMap(({ lines }) => lines)).toContainEqual(
        expect.objectContaining({ field: "supervisor", mapping: { column: "manager", by: "dn", blank: "clear" } }),
      );
    } finally {
      await other.stop();
    }
  });

  const lockable = [
    "attributetype ( 2.16.840.1.113730.3.1.610 NAME 'nsAccountLock' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )",
    "objectclass ( 1.3.6.1.4.1.4203.666.9 NAME 'lockable' AUXILIARY MAY nsAccountLock )",
  ];

  it.each([
    ["nsAccountLock", "objectClass: lockable\nnsAccountLock: TRUE", lockable],
    ["pwdAccountLockedTime", "pwdAccountLockedTime: 000001010000Z", ["moduleload ppolicy"]],
  ])("reads who is locked by %s as inactive", async (attribute, lock, globalLines) => {
    const locked = person("ann", `ou=sales,${company}`, "1004").replace("uid: ", `${lock}\nuid: `);
    const server = await startSlapd({ ldif: `${ldif}\n${locked}`, globalLines });
    try {
      await inFolder({ "a.yaml": "department-code: ou\n" }, async (folder) => {
        const said = await runCli(["init", "--ldap", server.url, "--answers", "a.yaml"], { cwd: folder });
        expect([said.code, said.stderr]).toEqual([0, ""]);
        expect(readFileSync(join(folder, "musterd.yaml"), "utf8")).toContain(`active: { attribute: ${attribute}, `);
        const { stdout } = await runCli(["plan"], { cwd: folder });
        expect(stdout).toMatch(/so it is not created\s+employee ann Person ann/);
      });
    } finally {
      await server.stop();
    }
  });

  it("offers a code that only the units of people have, and leaves the others out", async () => {
    const coded = ["board", "sales"].reduce(
      (text, name) =>
        text.replace(`ou: ${name}\n`, `ou: ${name}\nbusinessCategory: ${name.slice(0, 2).toUpperCase()}1\n`),
      ldif,
    );
    const leavers = unit("left", "dc=example,dc=com");
    const server = await startSlapd({ ldif: `${coded}\n${leavers}` });
    try {
      await inFolder({ "a.yaml": "department-code: businessCategory\n" }, async (folder) => {
        const { code, stderr } = await runCli(["init", "--ldap", server.url, "--answers", "a.yaml"], { cwd: folder });
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        const { stdout } = await runCli(["plan", "--json"], { cwd: folder });
        const { changes } = JSON.parse(stdout) as { changes: readonly { id: string }[] };
        const departments = changes.flatMap(({ id }) => (id.startsWith("department/") ? [id] : []));
        expect(departments).toEqual(["department/BO1/create", "department/SA1/create"]);
      });
    } finally {
      await server.stop();
    }
  });

  it("offers no code that a unit between departments lacks", async () => {
    const deep = [
      unit("company", "dc=example,dc=com").replace("ou: c", "businessCategory: C1\nou: c"),
      unit("division", company),
      unit("sales", `ou=division,${company}`).replace("ou: s", "businessCategory: S1\nou: s"),
      person("eva", company, "1001"),
      person("ian", `ou=sales,ou=division,${company}`, "1002", "eva"),
    ];
    const server = await startSlapd({ ldif: [...ldif.split("\n\n").slice(0, 1), ...deep].join("\n\n") });
    try {
      const tables = await directoryTables({ url: server.url }, undefined);
      const { questions } = propose(tables, [], { words: initWords, today, answers: new Map(), onlyCertain: false });
      const options = questions.find(({ id }) => id === "department-code")?.options.map(({ value }) => value);
      expect(options).toEqual(["ou", "entryUUID"]);
    } finally {
      await server.stop();
    }
  });

  it("asks whether units or an attribute of people are the departments, where the two differ", async () => {
    const [taipei, tainan] = [`ou=board,${company}`, `ou=sales,${company}`];
    const people = [
      person("eva", taipei, "1001", undefined, "Legal"),
      person("ian", tainan, "1002", "eva", "Legal"),
      person("mia", tainan, "1003", "eva", "Audit"),
      person("bob", taipei, "1004", "eva", "Audit"),
    ];
    const sites = await startSlapd({ ldif: [...ldif.split("\n\n").slice(0, 4), ...people].join("\n\n") });
    /** `wrong`: what is said of parts that do not work, which also ends with 1. */
    const written = async (answers: string) => {
      const args = answers === "" ? ["--yes"] : ["--answers", "a.yaml"];
      return inFolder({ "a.yaml": answers }, async (folder) => {
        const { code, stdout, stderr } = await runCli(["init", "--ldap", sites.url, ...args], { cwd: folder });
        const wrong = [...stdout.split("\n").filter((line) => line.startsWith("✗")), stderr].filter(Boolean);
        return { code, wrong, yaml: readFileSync(join(folder, "musterd.yaml"), "utf8") };
      });
    };
    try {
      const { yaml: open, ...ended } = await written("");
      expect(ended).toEqual({ code: 2, wrong: [] });
      expect(open).toContain("#   department: Several columns could be the department");
      expect(open).not.toContain("\n  departments:");
      expect((await written("department: departmentNumber\n")).yaml).toContain("department: departmentNumber ");
      const byUnit = await written("department: parentDn\ndepartment-code: ou\n");
      expect(byUnit.yaml).toContain("department: { attribute: parentDn, by: dn }");
    } finally {
      await sites.stop();
    }
  });

  it.each([
    ["ldap://127.0.0.1:1", "would send the password in the clear"],
    ["dc1.example.com", "must look like ldaps://host"],
  ])("refuses %s, and says how it is given", async (url, says) => {
    await inFolder({}, async (folder) => {
      const env = { MUSTERD_LDAP_PASSWORD: "secret" };
      const said = await runCli(["init", "--ldap", url, "--bind", "cn=reader"], { cwd: folder, env });
      expect([said.code, said.stderr]).toEqual([1, expect.stringContaining("option-invalid")]);
      expect(said.stderr).toContain(says);
      expect(said.stderr).toContain("--insecure");
    });
  });

  it("takes the first of several values for a name or an address, never for what says who somebody is", async () => {
    const several = await startSlapd({
      ldif: ldif.replace("uid: eva", "uid: eva.old\nuid: eva").replace("ou: sales", "ou: sales\nou: Sales Team"),
    });
    try {
      await inFolder({ "a.yaml": "department-code: ou\n" }, async (folder) => {
        const { stdout } = await runCli(["init", "--ldap", several.url, "--answers", "a.yaml"], { cwd: folder });
        const yaml = readFileSync(join(folder, "musterd.yaml"), "utf8");
        for (const line of ["email: { attribute: mail, take: first }", "name: { attribute: ou, take: first }"])
          expect(yaml).toContain(line);
        for (const line of ["account: uid ", "code: ou "]) expect(yaml).toContain(line);
        expect(stdout).toContain("2 rows rejected");
      });
    } finally {
      await several.stop();
    }
  });

  it("reads units with a place, which OpenLDAP shows whoever asks for their names", async () => {
    const placed = await startSlapd({ ldif: ldif.replace("ou: sales", "ou: sales\nl: 台北") });
    try {
      const tables = await directoryTables({ url: placed.url }, undefined);
      expect(tables.map(({ label, lines }) => [label, lines.length])).toEqual([
        ["people", 3],
        ["departments", 3],
      ]);
    } finally {
      await placed.stop();
    }
  });

  it("reads a server without paging, and writes down that it has none", async () => {
    const unpaged = await startSlapd({ ldif, databaseLines: ["limits * size.prtotal=disabled"] });
    try {
      await inFolder({ "a.yaml": "department-code: ou\n" }, async (folder) => {
        const { code, stderr } = await runCli(["init", "--ldap", unpaged.url, "--answers", "a.yaml"], { cwd: folder });
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        expect(readFileSync(join(folder, "musterd.yaml"), "utf8")).toContain("bind: anonymous, pageSize: 0 }");
      });
    } finally {
      await unpaged.stop();
    }
  });

  it("writes the status of Active Directory down, although the account may not read it, and reads nobody as active", async () => {
    const accounts = ldif.replaceAll(
      /^uid: (.*)$/gm,
      "objectClass: extensibleObject\nuid: $1\nsAMAccountName: $1\nuserAccountControl: 514",
    );
    const accessLines = ["access to attrs=userAccountControl by * none", "access to * by * read"];
    const hardened = await startSlapd({ ldif: accounts, accessLines });
    try {
      await inFolder({ "a.yaml": "department-code: ou\naccount: sAMAccountName\n" }, async (folder) => {
        const { stdout } = await runCli(["init", "--ldap", hardened.url, "--answers", "a.yaml"], { cwd: folder });
        const yaml = readFileSync(join(folder, "musterd.yaml"), "utf8");
        expect(yaml).toContain("active: { attribute: userAccountControl, flag: userAccountControl }   # 0 of 3 rows");
        expect(stdout).toMatch(/! source +a run would leave alone employees .* `musterd source check` says why/);
        const source = await runCli(["source", "check"], { cwd: folder });
        expect(source.stdout).toContain("has useraccountcontrol, which says who is active");
        const plan = await runCli(["plan", "--json"], { cwd: folder });
        expect(plan.stdout).not.toContain("employee/eva/create");
      });
    } finally {
      await hardened.stop();
    }
  });

  it("says what to do at the command line where nobody can be read", async () => {
    const empty = await startSlapd({ ldif: ldif.split("\n\n").slice(0, 4).join("\n\n") });
    const branch = `dn: ou=branch,dc=example,dc=com\nobjectClass: referral\nobjectClass: extensibleObject\nou: branch\nref: ldap://b.example.com/ou=branch,dc=example,dc=com\n`;
    const referring = await startSlapd({ ldif: `${ldif}\n${branch}` });
    const failed = async (url: string, ...more: readonly string[]) => {
      const env = { MUSTERD_LDAP_PASSWORD: "wrong" };
      const { code, stderr } = await inFolder({}, (cwd) => runCli(["init", "--ldap", url, ...more], { cwd, env }));
      expect(code).toBe(1);
      expect(stderr).not.toContain("source.feeds");
      return stderr;
    };
    try {
      expect(await failed(empty.url)).toMatch(/nobody below "dc=example,dc=com"[^]*hint: name the entry .* --base/);
      expect(await failed(empty.url, "--base", "ou=none")).toMatch(/source-ldap-[^]*hint: check --base/);
      expect(await failed(referring.url)).toMatch(/referral[^]*hint: .* with --base, such as "ou=company,dc=example/);
      const wrong = await failed(empty.url, "--bind", "cn=root,dc=example,dc=com", "--insecure");
      expect(wrong).toMatch(/source-ldap-bind[^]*hint: check --bind and the password in MUSTERD_LDAP_PASSWORD/);
    } finally {
      await empty.stop();
      await referring.stop();
    }
  });

  it("refuses an account without its password", async () => {
    await inFolder({}, async (folder) => {
      const said = await runCli(["init", "--ldap", "ldaps://dc1.example.com", "--bind", "cn=reader"], { cwd: folder });
      expect(said.code).toBe(1);
      expect(said.stderr).toContain("MUSTERD_LDAP_PASSWORD");
    });
  });
});
