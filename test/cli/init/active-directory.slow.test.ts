/** `musterd init --ldap` at an Active Directory domain: what it proposes of accounts, status, departments as texts, and superiors. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ActiveDirectory, activeDirectories } from "../../support/ldap/active-directory.ts";
import { canRunSamba, domain } from "../../support/ldap/samba.ts";
import { runCli } from "../../support/processes/cli-process.ts";
import { inFolder } from "./proposal-of.ts";

const staff = `OU=Staff,${domain.root}`;

const entry = (dn: string, attributes: Readonly<Record<string, string>>): string =>
  `${Object.entries({ dn, ...attributes })
    .map(([name, value]) => `${name}:: ${Buffer.from(value).toString("base64")}`)
    .join("\n")}\n\n`;

const people = [
  {
    cn: "陳美玉",
    account: "may.chen",
    id: "00101",
    department: "總經理室",
    title: "總經理",
    manager: undefined,
    control: "512",
  },
  {
    cn: "林大為",
    account: "david.lin",
    id: "00102",
    department: "研發處",
    title: "經理",
    manager: "陳美玉",
    control: "512",
  },
  {
    cn: "王小明",
    account: "ming.wang",
    id: "00103",
    department: "研發處",
    title: "工程師",
    manager: "林大為",
    control: "512",
  },
  {
    cn: "張雅婷",
    account: "ya.chang",
    id: "00104",
    department: "業務處",
    title: "經理",
    manager: "陳美玉",
    control: "512",
  },
  {
    cn: "黃志明",
    account: "jm.huang",
    id: "00105",
    department: "業務處",
    title: "工程師",
    manager: "張雅婷",
    control: "512",
  },
  {
    cn: "周怡君",
    account: "yi.chou",
    id: "00106",
    department: "業務處",
    title: "工程師",
    manager: "張雅婷",
    control: "514",
  },
];

const person = ({ cn, account, id, department, title, manager, control }: (typeof people)[number]): string =>
  entry(`CN=${cn},${staff}`, {
    objectClass: "user",
    sAMAccountName: account,
    displayName: cn,
    mail: `${account}@example.test`,
    employeeID: id,
    department,
    title,
    userAccountControl: control,
    ...(manager === undefined ? {} : { manager: `CN=${manager},${staff}` }),
    clearTextPassword: Buffer.from("Str0ng-pass", "utf16le").toString(),
  });

const ldif = [entry(staff, { objectClass: "organizationalUnit" }), ...people.map(person)].join("");

// The recording has nothing of these searches: where no Samba runs, this is left out.
const [samba] = activeDirectories("init", { ldif });

describe.skipIf(!canRunSamba()).each([samba].flatMap((one) => one ?? []))(
  "musterd init --ldap at a domain of $name",
  ({ open }) => {
    let directory: ActiveDirectory;
    beforeAll(async () => {
      directory = await open();
    });
    afterAll(() => directory.close());

    it("proposes account, number, status and superior, and departments from their texts", async () => {
      await inFolder({ "a.yaml": "titles: [總經理, 經理, 工程師]\n" }, async (folder) => {
        const { code, stdout, stderr } = await runCli(
          [
            "init",
            "--ldap",
            directory.url,
            "--base",
            staff,
            "--bind",
            domain.administrator,
            "--insecure",
            "--answers",
            "a.yaml",
          ],
          { cwd: folder, env: { MUSTERD_LDAP_PASSWORD: domain.password } },
        );
        const yaml = readFileSync(join(folder, "musterd.yaml"), "utf8");
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        for (const line of [
          "id: objectGUID ",
          "number: { attribute: employeeID, width: 5 }",
          "account: sAMAccountName ",
          "active: { attribute: userAccountControl, flag: userAccountControl }",
          "expiredTime: { attribute: accountExpires, date: filetime }",
          "department: department ",
          "rank: { attribute: title, values: { 總經理: 30, 經理: 20, 工程師: 10 }, otherwise: 10 }",
          "supervisor: { attribute: manager, by: dn, blank: clear }",
        ])
          expect(yaml).toContain(line);
        // A level, three titles, three departments, and the five who are not disabled.
        expect(stdout).toContain("The first plan: 12 entries, 0 held.");
      });
    });
  },
);
