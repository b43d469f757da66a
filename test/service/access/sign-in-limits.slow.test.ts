/** What slows guessing, and that it keeps nobody else out. */
import { beforeEach, expect, it } from "vitest";
import { setPassword } from "../../../src/service/access/passwords.ts";
import { type Attempt, createSignIn, type SignIn } from "../../../src/service/access/sign-in.ts";
import type { Company } from "../../../src/service/features.ts";
import { baseline } from "../cases/baseline.ts";
import { companyInMemory } from "../everyday/company-in-memory.ts";
import { cheapHash } from "./oauth-site.ts";

const password = "correct horse";
let company: Company;
const idOf = (account: string): number => company.employees.by("account", account)[0]?.id ?? 0;
let signIn: SignIn;

beforeEach(() => {
  company = companyInMemory({ organisation: baseline() });
  for (const account of ["amy", "bob"]) setPassword(company, idOf(account), cheapHash(password));
  signIn = createSignIn(company);
});

const right = (given: Partial<Attempt> = {}): Attempt => ({ account: "amy", password, address: "192.0.2.1", ...given });
const wrong = (given: Partial<Attempt> = {}): Attempt => right({ password: "wrong", ...given });
const kindOf = async (attempt: Attempt) => (await signIn(attempt)).kind;
const repeat = async (times: number, attemptOf: (number: number) => Attempt): Promise<readonly string[]> => {
  const kinds: string[] = [];
  for (let number = 0; number < times; number += 1) kinds.push(await kindOf(attemptOf(number)));
  return kinds;
};
const deviceOf = (account: string) => ({ employeeId: idOf(account), id: "device-1" });

it("five wrong attempts at one address keep nobody out at another, and none in a known browser", async () => {
  expect(new Set(await repeat(5, () => wrong()))).toEqual(new Set(["wrong"]));
  expect(await kindOf(right())).toBe("wait");
  expect(await kindOf(right({ address: "198.51.100.7" }))).toBe("signed-in");
  expect(await kindOf(right({ device: deviceOf("amy") }))).toBe("signed-in");
  expect(await kindOf(right({ account: "bob" }))).toBe("signed-in");
});

it("any number of guesses at any number of addresses keep nobody out of a known browser", async () => {
  const guesses = await repeat(110, (number) => wrong({ address: `198.51.100.${number}` }));
  expect([guesses.indexOf("wait"), guesses.lastIndexOf("wrong")]).toEqual([100, 99]);
  expect(await kindOf(right({ address: "203.0.113.9" }))).toBe("wait");
  expect(await kindOf(right({ address: "203.0.113.9", device: deviceOf("amy") }))).toBe("signed-in");
});

it("one address guesses at most a hundred times, whatever accounts it names", async () => {
  const guesses = await repeat(110, (number) => wrong({ account: `nobody${number}` }));
  expect([guesses.indexOf("wait"), guesses.lastIndexOf("wrong")]).toEqual([100, 99]);
  expect(await kindOf(right({ address: "198.51.100.7" }))).toBe("signed-in");
});

it.each([
  ["2001:db8:0:1::5", "2001:db8:0:1:ffff::9", "2001:db8:0:2::5"],
  ["::ffff:192.0.2.5", "192.0.2.5", "192.0.2.6"],
  ["2001:db8::1", "2001:db8:0:0:1::", "2001:db8:1::"],
  ["from a proxy's header", "from a proxy's header", "192.0.2.6"],
])("%s and %s are one caller, %s is another", async (first, same, other) => {
  await repeat(5, () => wrong({ address: first }));
  expect([await kindOf(right({ address: same })), await kindOf(right({ address: other }))]).toEqual([
    "wait",
    "signed-in",
  ]);
});

it("a browser is known only for the account that has signed in there, and its own guesses are slowed", async () => {
  const guesses = await repeat(6, () => wrong({ device: deviceOf("amy") }));
  expect(guesses).toEqual([...Array(5).fill("wrong"), "wait"]);
  expect(await kindOf(right({ device: deviceOf("amy") }))).toBe("wait");
  await repeat(5, () => wrong({ account: "bob", device: deviceOf("amy") }));
  expect(await kindOf(right({ account: "bob", device: deviceOf("amy") }))).toBe("wait");
  expect(await kindOf(right({ account: "bob", address: "198.51.100.7", device: deviceOf("amy") }))).toBe("signed-in");
});

it("one address has eight attempts at once, and all unknown callers together about thirty", async () => {
  const kinds = await Promise.all(Array.from({ length: 16 }, (_, number) => kindOf(right({ account: `a${number}` }))));
  expect(kinds.filter((kind) => kind === "wait")).toHaveLength(8);
  const many = Array.from({ length: 60 }, (_, number) => signIn(right({ address: `198.51.100.${number}` })));
  const known = kindOf(right({ device: deviceOf("amy") }));
  const answers = await Promise.all(many);
  const busy = answers.filter((answer) => answer.kind === "wait" && answer.seconds === 5);
  expect(busy.length).toBeGreaterThanOrEqual(26);
  expect(busy.length).toBeLessThanOrEqual(28);
  expect(await known).toBe("signed-in");
});

it("an unknown account is answered like a known one, after the same time, also if hashes are cheap", async () => {
  const timed = async (account: string): Promise<readonly [unknown, number]> => {
    const start = performance.now();
    const answer = await signIn(wrong({ account, address: account }));
    return [answer, performance.now() - start];
  };
  const ratios: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const [known, knownMs] = await timed("amy");
    const [unknown, unknownMs] = await timed(`nobody${round}`);
    expect(unknown).toEqual(known);
    ratios.push(unknownMs / knownMs);
  }
  const middle = ratios.toSorted((a, b) => a - b)[2] ?? 0;
  // At the cost of the service's own hashes the ratio would be 5.
  expect([middle > 0.4, middle < 2.5]).toEqual([true, true]);
});
