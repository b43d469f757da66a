/**
 * A directory that answers with bad intent, or through a broken proxy: 24 ways. None of them is believed, none keeps the
 * reading busy, and each is named by a stable code with a hint, and never as a defect of this program.
 */
import { afterEach, expect, it } from "vitest";
import { MusterdError } from "../../../src/lib/errors.ts";
import {
  envelope,
  type FakeAnswer,
  type FakeLdapServer,
  type FakeSearch,
  startFakeLdapServer,
  tlv,
} from "../../support/fake-ldap-server.ts";
import { readWhole, withFeed } from "./feed.ts";

let server: FakeLdapServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const base = "ou=people,dc=example,dc=com";
const done: FakeAnswer = { status: 0 };
const a: FakeAnswer = { dn: `cn=a,${base}`, attributes: { cn: ["a"] } };
const success = Buffer.from("0a010004000400", "hex");
const entry = (dn: string, ...attributes: readonly Buffer[]): Buffer =>
  tlv(0x64, tlv(0x04, dn), tlv(0x30, ...attributes));
const attribute = (type: string, ...values: readonly Buffer[]): Buffer =>
  tlv(0x30, tlv(0x04, type), tlv(0x31, ...values));
const deep = (levels: number): Buffer => {
  let nested = tlv(0x04, "x");
  for (let level = 0; level < levels; level += 1) nested = tlv(0x30, nested);
  return nested;
};
const always =
  (...answers: readonly FakeAnswer[]) =>
  () =>
    answers;
const raw = (bytes: (id: number) => Buffer) => always(a, { raw: bytes }, done);
const filler = "x".repeat(60_000);

type Behaviour = {
  readonly does: string;
  readonly code: string;
  readonly answer?: (search: FakeSearch) => readonly FakeAnswer[];
  readonly bind?: (id: number) => Buffer;
  readonly settings?: Readonly<Record<string, unknown>>;
};

const behaviours: readonly Behaviour[] = [
  {
    does: "gives an entry with another message id",
    code: "source-ldap-protocol",
    answer: raw((id) => envelope(id + 7, entry(`cn=evil,${base}`))),
  },
  {
    does: "gives an entry with a negative message id",
    code: "source-ldap-protocol",
    answer: raw(() => Buffer.from("30050201ff6400", "hex")),
  },
  {
    does: "gives an entry as an unsolicited notice",
    code: "source-ldap-protocol",
    answer: raw(() => envelope(0, entry(`cn=evil,${base}`))),
  },
  {
    does: "gives an entry after the end of the result",
    code: "source-ldap-protocol",
    answer: always(a, {
      raw: (id) => Buffer.concat([envelope(id, tlv(0x65, success)), envelope(id, entry(`cn=evil,${base}`))]),
    }),
  },
  {
    does: "ends a result twice",
    code: "source-ldap-protocol",
    answer: always(a, { raw: (id) => Buffer.concat([1, 2].map(() => envelope(id, tlv(0x65, success)))) }),
  },
  {
    does: "gives an entry outside of the base",
    code: "source-ldap-protocol",
    answer: always(a, { dn: "cn=evil,ou=admins,dc=example,dc=com" }, done),
  },
  {
    does: "gives an entry that is above the base",
    code: "source-ldap-protocol",
    answer: always(a, { dn: "dc=example,dc=com" }, done),
  },
  {
    does: "gives an entry whose name is no name",
    code: "source-ldap-protocol",
    answer: always(a, { dn: `evil ${base}` }, done),
  },
  {
    does: "gives the same entry twice",
    code: "source-ldap-page-repeated",
    answer: always(a, a, done),
  },
  {
    does: "gives the same page again and again",
    code: "source-ldap-page-repeated",
    answer: always(a, { status: 0, cookie: "1" }),
  },
  {
    does: "has cookies that never end, and new entries",
    code: "source-ldap-endless",
    answer: ({ number }) => [{ dn: `cn=n${number},${base}` }, { status: 0, cookie: `${number}` }],
    settings: { maxEntries: 30 },
  },
  {
    does: "has cookies that never end, and takes its time",
    code: "source-ldap-endless",
    answer: ({ number }) => [{ dn: `cn=n${number},${base}` }, { status: 0, cookie: `${number}` }],
    settings: { maxMinutes: 0.005 },
  },
  {
    does: "has a page of entries without end",
    code: "source-ldap-endless",
    answer: always({
      endless: (id, at) => envelope(id, entry(`cn=n${at},${base}`, attribute("cn", tlv(0x04, filler)))),
    }),
  },
  {
    does: "has references without end",
    code: "source-ldap-protocol",
    answer: always({ endless: (id) => envelope(id, tlv(0x73, tlv(0x04, `ldap://x/${filler}`))) }),
  },
  {
    does: "refers to itself",
    code: "source-ldap-referral",
    answer: always(a, { references: [`ldap://127.0.0.1/${base}`] }, done),
  },
  {
    does: "announces a message of 4 GiB",
    code: "source-ldap-endless",
    answer: raw(() => Buffer.from("3084fffffff002010264", "hex")),
  },
  {
    does: "gives an attribute without end",
    code: "source-ldap-endless",
    answer: always({
      endless: (id, at) =>
        at === 0
          ? Buffer.concat([Buffer.from("3084fffffff0", "hex"), envelope(id, entry(`cn=b,${base}`)).subarray(2, 8)])
          : Buffer.from(filler),
    }),
  },
  {
    does: "nests elements in the list of attributes",
    code: "source-ldap-protocol",
    answer: raw((id) => envelope(id, entry(`cn=b,${base}`, deep(5000)))),
  },
  {
    does: "has values that are longer than their attribute",
    code: "source-ldap-protocol",
    answer: raw((id) =>
      envelope(id, entry(`cn=b,${base}`, tlv(0x30, tlv(0x04, "cn"), Buffer.from("310a0405", "hex")))),
    ),
  },
  {
    does: "nests elements in its result",
    code: "source-ldap-protocol",
    answer: always(a, { raw: (id) => envelope(id, tlv(0x65, deep(5000))) }),
  },
  {
    does: "answers with garbage",
    code: "source-ldap-protocol",
    answer: raw(() => Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")),
  },
  {
    does: "answers the bind with garbage",
    code: "source-ldap-protocol",
    bind: () => Buffer.from("220 mail.example.com ESMTP\r\n"),
  },
  {
    does: "answers StartTLS with garbage",
    code: "source-ldap-tls",
    bind: (id) => Buffer.concat([envelope(id, tlv(0x78, success)), Buffer.from("\x16\x03garbage, not TLS at all")]),
    settings: { startTls: true },
  },
  {
    does: "is silent after the bind, in the middle of a message",
    code: "source-ldap-unreachable",
    answer: always(a, { raw: () => Buffer.from("3050020102", "hex") }),
    settings: { timeoutSeconds: 1 },
  },
];

it("has 24 bad behaviours", () => {
  expect(behaviours).toHaveLength(24);
});

it.each(behaviours)("is not believed if it $does", async ({ code, answer = always(a, done), bind, settings }) => {
  server = await startFakeLdapServer(answer, bind && { raw: bind });
  const url = server.url;
  const failure: unknown = await withFeed({ url, timeoutSeconds: 20, ...settings }, (connection) =>
    readWhole(connection, { base }, ["cn"], 2),
  ).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MusterdError);
  expect(failure).toMatchObject({ code, hint: expect.stringMatching(/.{20}/) });
});

it("lets notices pass that answer no request", async () => {
  server = await startFakeLdapServer(raw(() => envelope(0, tlv(0x78, success))));
  const records = await withFeed({ url: server.url }, (connection) => readWhole(connection, { base }, ["cn"], 2));
  expect(records.map(({ dn }) => dn)).toEqual([`cn=a,${base}`]);
});
