/**
 * What a directory with bad intent, or a broken proxy in front of one, does: each with the code of the error that must follow. The
 * answers come from fake-ldap-server.ts.
 */
import { dirSyncOid } from "../../../src/source/ldap/changes/dirsync.ts";
import { syncOids } from "../../../src/source/ldap/changes/syncrepl.ts";
import { envelope, type FakeAnswer, type FakeSearch, tlv } from "../../support/ldap/fake-ldap-server.ts";

export const base = "ou=people,dc=example,dc=com";
export const done: FakeAnswer = { status: 0 };
export const a: FakeAnswer = { dn: `cn=a,${base}`, attributes: { cn: ["a"] } };
export const success = Buffer.from("0a010004000400", "hex");
const entry = (dn: string, ...attributes: readonly Buffer[]): Buffer =>
  tlv(0x64, tlv(0x04, dn), tlv(0x30, ...attributes));
const attribute = (type: string, ...values: readonly Buffer[]): Buffer =>
  tlv(0x30, tlv(0x04, type), tlv(0x31, ...values));
const deep = (levels: number): Buffer => {
  let nested = tlv(0x04, "x");
  for (let level = 0; level < levels; level += 1) nested = tlv(0x30, nested);
  return nested;
};
export const always =
  (...answers: readonly FakeAnswer[]) =>
  () =>
    answers;
export const raw = (bytes: (id: number) => Buffer) => always(a, { raw: bytes }, done);
const filler = "x".repeat(60_000);
const integer = (value: number): Buffer => tlv(0x02, Buffer.from([value]));
const rootDse = (control: string): FakeAnswer => ({
  dn: "",
  attributes: { supportedControl: [control], namingContexts: ["dc=example,dc=com"] },
});
const guidOf = (number: number): Buffer => {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(number, 12);
  return bytes;
};
/** The answers of a server with syncrepl: to the search for changes, which is the one with its control, those given. */
const withSyncrepl =
  (...answers: readonly FakeAnswer[]) =>
  ({ base: asked, controls }: FakeSearch): readonly FakeAnswer[] => {
    if (asked === "") return [rootDse(syncOids.request), done];
    if (controls.has(syncOids.request)) return answers;
    return [{ dn: base, attributes: { entryUUID: ["00000000-0000-0000-0000-000000000001"] } }, done];
  };
const syncInfo = (value: Buffer): Buffer => tlv(0x79, tlv(0x80, syncOids.info), tlv(0x81, value));
const group = ({ scope, attributes }: FakeSearch): readonly FakeAnswer[] => {
  const from = Number(/range=(\d+)-/.exec(attributes[0] ?? "")?.[1] ?? 0);
  const found = scope === "sub" && attributes.join() === "1.1" ? {} : { [`member;range=${from}-${from}`]: ["cn=x"] };
  return [{ dn: `cn=a,${base}`, attributes: found }, done];
};

export type Behaviour = {
  readonly does: string;
  readonly code: string;
  readonly answer?: (search: FakeSearch) => readonly FakeAnswer[];
  readonly bind?: (id: number) => Buffer;
  readonly startTls?: { readonly status: number; readonly message: string };
  readonly settings?: Readonly<Record<string, unknown>>;
};

export const behaviours: readonly Behaviour[] = [
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
  {
    does: "refuses StartTLS",
    code: "source-ldap-tls",
    startTls: { status: 52, message: "no TLS today" },
    settings: { startTls: true },
  },
  {
    does: "trickles, a byte at a time",
    code: "source-ldap-unreachable",
    answer: always(a, {
      trickle: 50,
      bytes: (id) => envelope(id, entry(`cn=b,${base}`, attribute("cn", tlv(0x04, filler)))),
    }),
    settings: { timeoutSeconds: 1 },
  },
  {
    does: "gives an attribute of an entry twice",
    code: "source-ldap-protocol",
    answer: raw((id) =>
      envelope(id, entry(`cn=b,${base}`, attribute("cn", tlv(0x04, "b")), attribute("CN", tlv(0x04, "evil")))),
    ),
  },
  {
    does: "gives an attribute without its first values",
    code: "source-ldap-protocol",
    answer: raw((id) => envelope(id, entry(`cn=b,${base}`, attribute("member;range=5-*", tlv(0x04, "cn=x"))))),
  },
  {
    does: "gives the values of an attribute in pieces without end",
    code: "source-ldap-endless",
    answer: group,
    settings: { maxEntries: 30 },
  },
  {
    does: "gives an entry with a million attributes",
    code: "source-ldap-protocol",
    answer: raw((id) => {
      const one = attribute("a");
      return envelope(id, entry(`cn=b,${base}`, Buffer.alloc(1_000_000 * one.length, one)));
    }),
  },
  {
    does: "gives an entry with millions of values",
    code: "source-ldap-protocol",
    answer: raw((id) => envelope(id, entry(`cn=b,${base}`, attribute("cn", Buffer.alloc(9_000_000, tlv(0x04, "a")))))),
  },
  {
    does: "gives attributes of other names with each entry",
    code: "source-ldap-protocol",
    answer: ({ number }) => {
      const types = Array.from({ length: 2000 }, (_, at) => [`a${number}-${at}`, ["a"]] as const);
      return [
        { dn: `cn=n${number},${base}`, attributes: Object.fromEntries(types) },
        { status: 0, cookie: `${number}` },
      ];
    },
  },
  {
    does: "gives an entry 20,000 levels below the base",
    code: "source-ldap-protocol",
    answer: always(a, { dn: `${"a=1,".repeat(20_000)}${base}` }, done),
  },
  {
    does: "gives an entry whose name only ends like one below the base",
    code: "source-ldap-protocol",
    answer: always(a, { dn: "evil,people,example,com" }, done),
  },
  {
    does: "sends an entry of 30 MiB",
    code: "source-ldap-endless",
    answer: raw((id) =>
      envelope(id, entry(`cn=b,${base}`, attribute("cn", tlv(0x04, Buffer.alloc(30 * 2 ** 20, "x"))))),
    ),
  },
  {
    does: "ends the search with a message of 5 MiB",
    code: "source-ldap-protocol",
    answer: always(a, { status: 0, message: filler.repeat(90) }),
  },
  {
    does: "gives large entries, as many as are permitted, and goes away",
    code: "source-ldap-disconnected",
    answer: ({ number }) =>
      number < 160
        ? [
            ...Array.from({ length: 10 }, (_, at) => ({
              dn: `cn=n${number}-${at},${base}`,
              attributes: { cn: [`${number} ${filler}`] },
            })),
            { status: 0, cookie: `${number}` },
          ]
        : ["drop"],
  },
  {
    does: "describes itself without end",
    code: "source-ldap-protocol",
    answer: always({ endless: (id) => envelope(id, entry("", attribute("supportedControl", tlv(0x04, filler)))) }),
    settings: { changes: "syncrepl" },
  },
  {
    does: "names entries without end in the answer to syncrepl",
    code: "source-ldap-endless",
    answer: withSyncrepl({
      endless: (id, at) => {
        // One buffer: a million small ones keep the server busier than the reader.
        const ids = Buffer.alloc(18_000);
        for (let one = 0; one < 1000; one += 1) {
          ids.writeUInt16BE(0x0410, 18 * one);
          ids.writeUInt32BE(1000 * at + one, 18 * one + 14);
        }
        return envelope(id, syncInfo(tlv(0xa3, tlv(0x31, ids))));
      },
    }),
    settings: { changes: "syncrepl" },
  },
  {
    does: "answers syncrepl with ids that are none",
    code: "source-ldap-protocol",
    answer: withSyncrepl({ operation: syncInfo(tlv(0xa3, tlv(0x31, tlv(0x04, "evil")))) }, done),
    settings: { changes: "syncrepl" },
  },
  {
    does: "has parts of DirSync without end",
    code: "source-ldap-endless",
    answer: ({ base: asked, number }) => {
      if (asked === "") return [rootDse(dirSyncOid), done];
      const value = tlv(0x30, integer(1), integer(0), tlv(0x04, `${number}`));
      const found = { dn: `cn=n${number},${base}`, attributes: { objectGUID: [guidOf(number)] } };
      return [found, { status: 0, controls: [{ type: dirSyncOid, value }] }];
    },
    settings: { changes: "dirsync", maxEntries: 30 },
  },
];
