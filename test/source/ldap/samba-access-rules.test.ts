/**
 * A random life of access lists in a real Samba, over people of whom some are disabled. The reading account may not see into
 * units, may not see people, or may not read their attributes; nothing is believed that is not so.
 */
import * as fc from "fast-check";
import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { MusterdError } from "../../../src/lib/errors.ts";
import type { SourceProfile } from "../../../src/model/plan/quality.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { sourceSettings } from "../../../src/source/settings.ts";
import { deny, rights } from "../../support/ldap/access-control-entry.ts";
import { type ActiveDirectory, activeDirectories } from "../../support/ldap/active-directory.ts";
import { canRunSamba, domain } from "../../support/ldap/samba.ts";
import { cases } from "../../support/suites/runs.ts";
import { freshMemory } from "../csv-folder.ts";
import { type Belief, believed } from "./access-rules-site.ts";

const staff = `OU=Staff,${domain.root}`;
const reader = { dn: "reader@example.test", password: "Str0ng-pass" };
const units = ["A", "B", "C"] as const;
const people = units.flatMap((unit) => [1, 2, 3, 4].map((at) => `p${at}${unit}`));
const unitDn = (unit: string): string => `OU=${unit},${staff}`;
const entry = (dn: string, lines: readonly string[]): string => [`dn: ${dn}`, ...lines, ""].join("\n");
const ldif = [
  entry(staff, ["objectClass: organizationalUnit"]),
  ...units.map((unit) => entry(unitDn(unit), ["objectClass: organizationalUnit"])),
  ...people.map((name) =>
    entry(`CN=${name},${unitDn(name.slice(2))}`, [
      "objectClass: user",
      `sAMAccountName: ${name}`,
      `userAccountControl: ${name.startsWith("p4") ? 546 : 544}`,
    ]),
  ),
  entry(`CN=reader,${domain.root}`, [
    "objectClass: user",
    "sAMAccountName: reader",
    "userAccountControl: 512",
    `clearTextPassword:: ${Buffer.from(reader.password, "utf16le").toString("base64")}`,
  ]),
].join("\n");

const table = {
  peopleBy: "account",
  departments: {
    base: staff,
    filter: "(objectClass=organizationalUnit)",
    attributes: {
      code: "ou",
      id: "objectGUID",
      name: "ou",
      parent: { attribute: "parentDn", by: "dn" },
      active: { value: true },
    },
    except: [{ attribute: "ou", is: "Staff" }],
  },
  employees: {
    base: staff,
    filter: "(&(objectClass=user)(!(objectClass=computer)))",
    attributes: {
      id: "objectGUID",
      account: "sAMAccountName",
      name: "cn",
      active: { attribute: "userAccountControl", flag: "userAccountControl" },
      department: { attribute: "parentDn", by: "dn" },
    },
  },
};

const whole = rights.listContents | rights.listObject | rights.readProperties;
type Step =
  | { readonly do: "deny"; readonly at: string; readonly mask: number }
  | { readonly do: "switch" | "remove"; readonly person: number }
  | { readonly do: "move"; readonly person: number; readonly to: string }
  | { readonly do: "lift" | "read" | "accept" };
const person = fc.nat(people.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("deny"),
      at: fc.constantFrom(...units, "p1A", "p4B"),
      mask: fc.constantFrom(rights.listContents, rights.readProperties, whole),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("switch"), person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove"), person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move"), person, to: fc.constantFrom(...units) }) },
  { weight: 1, arbitrary: fc.constantFrom<Step[]>({ do: "lift" }, { do: "accept" }) },
  { weight: 5, arbitrary: fc.constant<Step>({ do: "read" }) },
);

describe.skipIf(!canRunSamba())("a domain of Samba whose access lists change", () => {
  let directory: ActiveDirectory;
  let client: Client;
  let sid: Buffer;
  beforeAll(async () => {
    const [side] = activeDirectories("access-rules", { ldif });
    if (!side) throw new Error("there is no Samba");
    directory = await side.open();
    client = new Client({ url: directory.url });
    await client.bind(domain.administrator, domain.password);
    const type = "objectSid";
    const found = await client.search(`CN=reader,${domain.root}`, {
      scope: "base",
      attributes: [type],
      explicitBufferAttributes: [type],
    });
    sid = found.searchEntries[0]?.[type] as Buffer;
  });
  afterAll(async () => {
    await client.unbind();
    await directory.close();
  });

  const sourceOf = (bind: { readonly dn: string; readonly password: string }, last?: SourceProfile) => {
    const feeds = { ad: { ldap: { url: directory.url, insecure: true, bind: { ...bind, password: "env:PASSWORD" } } } };
    const parsed = sourceSettings.parse({ feeds, ...table });
    const { ad } = parsed.feeds;
    if (!ad) throw new Error("there is no feed");
    const settings = { ...parsed, feeds: { ad: { ...ad, settings: { ...ad.settings, bind } } } };
    return createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
  };
  const truthNow = async (): Promise<Belief> => {
    const { snapshot } = await sourceOf({ dn: domain.administrator, password: domain.password }).read([]);
    return believed(new Map(), snapshot);
  };
  const control = "userAccountControl";
  const find = async (name: string) =>
    (await client.search(staff, { filter: `(sAMAccountName=${name})`, attributes: [control] })).searchEntries[0];
  const setControl = (dn: string, value: string) =>
    client.modify(
      dn,
      new Change({
        operation: "replace",
        modification: new Attribute({ type: control, values: [value] }),
      }),
    );
  const restore = async (changed: ReadonlySet<string>): Promise<void> => {
    for (const name of changed) {
      const [home, value] = [`CN=${name},${unitDn(name.slice(2))}`, name.startsWith("p4") ? "546" : "544"];
      const dn = (await find(name))?.dn;
      if (dn === undefined) await client.add(home, { objectClass: "user", sAMAccountName: name, [control]: value });
      else if (dn !== home) await client.modifyDN(dn, home);
      await setControl(home, value);
    }
  };

  const live = async (steps: readonly Step[]): Promise<readonly string[]> => {
    const wrong: string[] = [];
    const changed = new Set<string>();
    let undo: (() => Promise<void>) | undefined;
    let profile: SourceProfile | undefined;
    let belief: Belief = new Map();
    const lift = async () => {
      await undo?.();
      undo = undefined;
    };
    const read = async (accepted: readonly string[] = []): Promise<void> => {
      const reading = await sourceOf(reader, profile)
        .read(accepted)
        .catch((error: unknown) => {
          if (error instanceof MusterdError) return undefined;
          throw error;
        });
      if (!reading) return;
      profile = reading.profile;
      const truth = await truthNow();
      const next = believed(belief, reading.snapshot);
      for (const [name, what] of next) {
        if (what === belief.get(name) || what === truth.get(name) || (what === "gone" && !truth.has(name))) continue;
        wrong.push(`${name} was ${belief.get(name)}, is ${truth.get(name)}, and is believed ${what}`);
      }
      belief = next;
    };
    await read();
    for (const one of steps) {
      const name = "person" in one ? (people[one.person] ?? "") : "";
      const entry = name ? await find(name) : undefined;
      const dn = entry?.dn;
      if (name) changed.add(name);
      if (one.do === "deny") {
        const at = one.at.length === 1 ? unitDn(one.at) : (await find(one.at))?.dn;
        if (at !== undefined && undo === undefined) undo = await deny(client, at, sid, one.mask);
      }
      // The list belongs to the entry, so it is put back before the entry goes.
      if ((one.do === "remove" || one.do === "move") && /^p1A|^p4B/.test(name)) await lift();
      if (one.do === "switch" && dn) await setControl(dn, entry[control] === "544" ? "546" : "544");
      if (one.do === "remove" && dn) await client.del(dn);
      if (one.do === "move" && dn && !dn.endsWith(unitDn(one.to))) {
        await client.modifyDN(dn, `${dn.split(",")[0]},${unitDn(one.to)}`);
      }
      if (one.do === "read") await read();
      if (one.do === "lift" || one.do === "accept") await lift();
      if (one.do === "accept") await read(["attribute-vanished", "entries-hidden"]);
    }
    await lift();
    await restore(changed);
    return wrong;
  };

  it("is believed in nothing by what can no longer be seen", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        expect(await live(steps)).toEqual([]);
      }),
      { ...cases(60), seed: 14, endOnFailure: true },
    );
  }, 1_200_000);
});
