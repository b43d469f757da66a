/** A real slapd whose accounts read under a password policy (overlay ppolicy), and a client that may change everything in it. */
import { Attribute, Change, Client } from "ldapts";
import { ldif } from "./ldap-people.ts";
import { type Slapd, startSlapd } from "./slapd.ts";

export const suffix = "dc=example,dc=com";

export type PolicySite = {
  readonly slapd: Slapd;
  readonly client: Client;
  readonly set: (dn: string, type: string, value: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** `policy`: attributes of the policy besides its name; `accounts`: whom a password lets in. */
export const startWithPolicy = async (
  policy: Readonly<Record<string, string>>,
  accounts: readonly { readonly dn: string; readonly password: string }[],
): Promise<PolicySite> => {
  const attributes = { objectClass: ["device", "pwdPolicy"], cn: "policy", pwdAttribute: "userPassword", ...policy };
  const entries = accounts.map(({ dn, password }) =>
    ldif({
      dn,
      attributes: {
        objectClass: ["organizationalRole", "simpleSecurityObject"],
        cn: dn.slice(3, dn.indexOf(",")),
        userPassword: password,
      },
    }),
  );
  const slapd = await startSlapd({
    ldif: [
      ldif({ dn: suffix, attributes: { objectClass: "domain", dc: "example" } }),
      ldif({ dn: `cn=policy,${suffix}`, attributes }),
      ...entries,
    ],
    globalLines: ["moduleload ppolicy"],
    databaseLines: ["overlay ppolicy", `ppolicy_default cn=policy,${suffix}`],
  });
  const client = new Client({ url: slapd.url });
  await client.bind(slapd.rootDn, slapd.rootPassword);
  return {
    slapd,
    client,
    set: (dn, type, value) =>
      client.modify(dn, new Change({ operation: "replace", modification: new Attribute({ type, values: [value] }) })),
    stop: async () => {
      await client.unbind();
      await slapd.stop();
    },
  };
};
