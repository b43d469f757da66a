/**
 * Settings of one LDAP feed and of one search in it. Settings that would send a password unencrypted, or can never
 * connect, are refused when the configuration is read.
 */
import { z } from "zod";
import { secretExpected, secretPattern, secretReference } from "../../lib/secret-reference.ts";
import { text } from "../mapping/part-settings.ts";
import { canonicalDn, isBelow, sameDn } from "../values/dn.ts";
import { filterProblem } from "./filter-problem.ts";

const urlExpected =
  "must look like ldaps://host, ldap://host:389 or ldapi://%2Frun%2Fslapd%2Fldapi, without user, path or query, or be a list of these";

const serverUrl = text.regex(
  /^(ldaps?:\/\/([^\s/?#@:[\]]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?|ldapi:\/\/%2[fF][^\s/?#]*)\/?$/,
  { error: urlExpected, abort: true },
);

const feedObject = z.strictObject({
  url: z
    .union([serverUrl, z.array(serverUrl).min(1).max(20)], { error: urlExpected })
    .transform((said) => [said].flat())
    .describe(
      "ldap://host, ldaps://host, or ldapi:// with the percent-encoded path of a socket; or a list of servers of one directory, of which the first that answers is read.",
    ),
  startTls: z.boolean().default(false).describe("Upgrades ldap:// to TLS."),
  ca: text
    .optional()
    .describe(
      "PEM file of the authority that signed the server's certificate; by default the authorities of the system.",
    ),
  clientCertificate: z
    .strictObject({ cert: text.describe("PEM file of the certificate."), key: text.describe("PEM file of its key.") })
    .optional()
    .describe("The certificate that identifies us with `bind: external` (RFC 4513, section 5.2.3)."),
  bind: z
    .union(
      [
        z.literal("anonymous"),
        z.literal("external"),
        z.strictObject({
          dn: text.describe("Distinguished name of the account that reads."),
          password: z
            .string()
            .regex(secretPattern, secretExpected)
            .transform(secretReference)
            .describe("Its password, by reference: env:NAME or file:PATH."),
        }),
      ],
      { error: "expected anonymous, external, or `dn` and `password`" },
    )
    .describe("Who reads: anonymous, external (by certificate or socket), or an account with its password."),
  insecure: z.boolean().default(false).describe("Permits a password over a connection without TLS."),
  pageSize: z
    .int()
    .min(0)
    .max(10_000)
    .default(500)
    .describe(
      "Entries per page; a server refuses more than its own limit, which is 1000 in Active Directory. 0: no paging.",
    ),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(3600)
    .default(60)
    .describe("Longest wait for the connection, and for the whole answer to one request."),
  maxEntries: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(200_000)
    .describe("Most entries of one search, with 512 bytes for each on average; more end the reading."),
  maxMinutes: z.number().positive().max(1440).default(60).describe("Longest time for a whole reading."),
  changes: z
    .enum(["off", "syncrepl", "dirsync"])
    .default("off")
    .describe("How to ask for the changes since the last reading; `off` reads everything every time."),
  fullReadEvery: z.int().min(1).default(24).describe("With `changes` on, every n-th reading is a full one."),
});

/** The part `source.feeds.<name>.ldap` of the configuration. */
export const ldapFeedSettings = feedObject.superRefine((settings, context) => {
  for (const [, setting, message] of feedProblems(settings)) {
    context.addIssue({ code: "custom", path: [setting], message });
  }
});

export type LdapFeedSaid = z.infer<typeof feedObject>;

/** The settings with absolute paths, and with the password itself instead of a reference to it. */
export type LdapFeedSettings = Omit<LdapFeedSaid, "bind"> & {
  readonly bind: "anonymous" | "external" | { readonly dn: string; readonly password: string };
};

export const ldapSearchSettings = z
  .strictObject({
    base: z
      .union([text, z.array(text).min(1)], { error: "expected a distinguished name or a list of them" })
      .transform((said) => [said].flat())
      .describe("The base of the search, or several that do not lie below each other."),
    filter: text
      .default("(objectClass=*)")
      .superRefine((filter, context) => {
        const problem = filterProblem(filter);
        if (problem === undefined) return;
        const message = `is not an LDAP filter, such as (objectClass=person): ${problem}`;
        context.addIssue({ code: "custom", message });
      })
      .describe("The filter for the entries to read (RFC 4515)."),
    scope: z
      .enum(["sub", "one", "base"])
      .default("sub")
      .describe("How far down: everything below the base, one level, or the base alone."),
  })
  .superRefine(checkBases);

export type LdapSearchSettings = Readonly<z.infer<typeof ldapSearchSettings>>;

const feedProblems = ({ url, startTls, ca, clientCertificate, bind, insecure }: LdapFeedSaid) => {
  const some = (scheme: string): boolean => url.some((one) => one.startsWith(scheme));
  const tls = some("ldaps:") || startTls;
  const isUpgradable = !some("ldaps:") && !some("ldapi:");
  const needsTls = "needs TLS: write ldaps://, or set `startTls: true`";
  const isUnknown = bind === "external" && (some("ldap:") || some("ldaps:")) && !clientCertificate;
  const isClear = typeof bind === "object" && some("ldap:") && !startTls && !insecure;
  const problems: readonly (readonly [found: boolean, setting: string, message: string])[] = [
    [startTls && !isUpgradable, "startTls", "only ldap:// can be upgraded to TLS: remove `startTls`, or write ldap://"],
    [ca !== undefined && !tls, "ca", needsTls],
    [clientCertificate !== undefined && !tls, "clientCertificate", needsTls],
    [isUnknown, "bind", "`external` needs `clientCertificate` or ldapi://: nothing else identifies us"],
    [
      isClear,
      "bind",
      "would send the password in the clear: write ldaps://, or set `startTls: true`, or accept it with `insecure: true`",
    ],
  ];
  return problems.filter(([found]) => found);
};

/** Refuses bases that lie below each other. Every schema with the settings of a search needs this check. */
export function checkBases(
  { base: bases, scope }: { readonly base: readonly string[]; readonly scope: string },
  context: z.RefinementCtx,
): void {
  const strange = bases.filter((base) => !canonicalDn(base));
  const twice = bases.filter((base, index) =>
    bases.some((other, at) => (at < index && sameDn(base, other)) || (scope === "sub" && isBelow(base, other))),
  );
  for (const message of [
    ...strange.map((base) => `"${base}" is not a distinguished name, such as ou=people,dc=example,dc=com`),
    ...twice.map((base) => `"${base}" lies in another base: its entries would be read twice`),
  ]) {
    context.addIssue({ code: "custom", path: ["base"], message });
  }
}
