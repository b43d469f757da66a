/**
 * A generated directory of n people in the form of Active Directory, as LDIF (RFC 2849), identical in every run: a tree of
 * organisational units with codes, people with a manager by DN, groups. Some names contain commas, so that DNs are escaped.
 * Each person can also be requested by index, for comparison with what was read.
 */

export type LdapPeopleOptions = {
  readonly people: number;
  /** Default: one per fifty people. */
  readonly departments?: number;
  /** Default: none. Every `groups`-th person is a member of a group. */
  readonly groups?: number;
  readonly suffix?: string;
};

/** Attribute → one value, several values, or bytes. */
export type LdapAttributes = Readonly<Record<string, string | readonly string[] | Buffer>>;

export type LdapEntry = { readonly dn: string; readonly attributes: LdapAttributes };

export type LdapPeople = {
  /** The suffix, then departments, people and groups, each after its parent. */
  readonly ldif: () => Iterable<string>;
  /** The subtree with the people, in nested departments. */
  readonly base: string;
  /** From 0 to `people` - 1. */
  readonly person: (index: number) => LdapEntry;
  readonly department: (index: number) => LdapEntry;
  readonly group: (index: number) => LdapEntry;
};

export const ldapPeople = ({
  people,
  departments = Math.max(1, Math.ceil(people / 50)),
  groups = 0,
  suffix = "dc=example,dc=com",
}: LdapPeopleOptions): LdapPeople => {
  const base = `OU=Company,${suffix}`;
  const groupBase = `OU=Groups,${suffix}`;
  const parentOf = (index: number): number => Math.floor((index - 1) / 5);
  const departmentDn = (index: number): string =>
    `OU=${escaped(departmentName(index))},${index === 0 ? base : departmentDn(parentOf(index))}`;
  // The depth is logarithmic; a hundred thousand people share a few thousand departments.
  const departmentDns = Array.from({ length: departments }, (_, index) => departmentDn(index));
  const personDn = (index: number): string =>
    `CN=${escaped(commonName(index))},${departmentDns[index % departments] ?? base}`;

  const department = (index: number): LdapEntry => ({
    dn: departmentDns[index] ?? base,
    attributes: {
      objectClass: ["organizationalUnit", "extensibleObject"],
      ou: departmentName(index),
      objectGUID: objectGuidBytes(0x1000_0000 + index),
      departmentNumber: departmentCode(index),
      description: `${departmentName(index)} (${departmentCode(index)})`,
      ...(index < people ? { managedBy: personDn(index) } : {}),
    },
  });
  const person = (index: number): LdapEntry => ({
    dn: personDn(index),
    attributes: {
      ...ofUser,
      cn: commonName(index),
      ...namesOf(index),
      ...accountOf(index),
      departmentNumber: departmentCode(index % departments),
      department: departmentName(index % departments),
      ...(index === 0 ? {} : { manager: personDn(Math.floor((index - 1) / 8)) }),
    },
  });
  const group = (index: number): LdapEntry => ({
    dn: `CN=${groupName(index)},${groupBase}`,
    attributes: {
      ...common("group"),
      cn: groupName(index),
      sAMAccountName: groupName(index),
      groupType: "-2147483646",
      member: numbers(people)
        .filter((at) => at % groups === index)
        .map(personDn),
    },
  });
  const unit = (dn: string, ou: string): LdapEntry => ({ dn, attributes: { objectClass: "organizationalUnit", ou } });
  return {
    base,
    person,
    department,
    group,
    *ldif() {
      const dc = /^dc=([^,]+)/i.exec(suffix)?.[1] ?? "example";
      yield ldif({ dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc } });
      yield ldif(unit(base, "Company"));
      yield ldif(unit(groupBase, "Groups"));
      for (const index of numbers(departments)) yield ldif(department(index));
      for (const index of numbers(people)) yield ldif(person(index));
      for (const index of numbers(groups)) yield ldif(group(index));
    },
  };
};

/** One entry as LDIF, including the empty line at its end. */
export const ldif = ({ dn, attributes }: LdapEntry): string => {
  let text = line("dn", dn);
  for (const [name, value] of Object.entries(attributes)) {
    for (const one of typeof value === "string" || Buffer.isBuffer(value) ? [value] : value) text += line(name, one);
  }
  return `${text}\n`;
};

const line = (name: string, value: string | Buffer): string =>
  typeof value === "string" && /^[!-9;=-~]([ -~]*[!-~])?$/.test(value)
    ? `${name}: ${value}\n`
    : `${name}:: ${Buffer.from(value).toString("base64")}\n`;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** RFC 4514, section 2.4, for the characters in our names. */
const escaped = (value: string): string => value.replace(/[,+"\\<>;]/g, "\\$&");

const of = <Item>(list: readonly [Item, ...Item[]], index: number): Item => list[index % list.length] ?? list[0];

const surnames = ["陳", "林", "黃", "張", "李", "王", "吳", "劉", "蔡", "楊", "歐陽"] as const;
const romanSurnames = ["Chen", "Lin", "Huang", "Chang", "Lee", "Wang", "Wu", "Liu", "Tsai", "Yang", "Ouyang"] as const;
const givenNames = ["志明", "美芬", "家豪", "雅婷", "俊翰", "怡君", "建廷"] as const;
const romanGivenNames = ["Chih-Ming", "Mei-Fen", "Chia-Hao", "Ya-Ting", "Chun-Han", "Yi-Chun", "Chien-Ting"] as const;
const titles = ["工程師", "資深工程師", "專員", "副理", "經理"] as const;
const departmentNames = ["研發部", "業務部", "人力資源部", "財務部", "生產, 品保", "資訊部", "總務部"] as const;

const number = (index: number): string => `E${String(index).padStart(6, "0")}`;
const departmentCode = (index: number): string => `D${String(index).padStart(4, "0")}`;
const departmentName = (index: number): string => `${of(departmentNames, index)} ${index}`;
const groupName = (index: number): string => `G${String(index).padStart(4, "0")}`;
const romanName = (index: number): string => `${of(romanSurnames, index)}, ${of(romanGivenNames, index)}`;
const chineseName = (index: number): string => `${of(surnames, index)}${of(givenNames, index)}`;
const commonName = (index: number): string =>
  `${index % 3 === 0 ? romanName(index) : chineseName(index)} ${number(index)}`;

/** Attributes that Active Directory's schema requires in every entry. */
const common = (objectClass: string): LdapAttributes => ({
  objectClass: [objectClass, "extensibleObject"],
  instanceType: "4",
  nTSecurityDescriptor: Buffer.from([1, 0, 4, 128]),
  objectCategory: `CN=${objectClass},CN=Schema,CN=Configuration,DC=example,DC=com`,
});
const ofUser = common("user");

const namesOf = (index: number): LdapAttributes => ({
  sn: of(surnames, index),
  givenName: of(givenNames, index),
  displayName: chineseName(index),
  employeeID: number(index),
  title: of(titles, index),
  telephoneNumber: [`+886 2 2700 ${String(index % 10_000).padStart(4, "0")}`, `#${index % 1000}`],
});

/** 512 is an ordinary account, 514 a disabled one; the expiry is written in three ways, two of which mean never. */
const accountOf = (index: number): LdapAttributes => ({
  sAMAccountName: number(index).toLowerCase(),
  userPrincipalName: `${number(index).toLowerCase()}@example.com`,
  mail: `${number(index).toLowerCase()}@example.com`,
  userAccountControl: index % 50 === 49 ? "514" : "512",
  accountExpires: of(["9223372036854775807", "0", "133801632000000000"], index),
  objectGUID: objectGuidBytes(index),
  objectSid: objectSidBytes(index),
  whenCreated: "20240101000000.0Z",
});

const objectGuidBytes = (index: number): Buffer => {
  const bytes = Buffer.from("00000000a1b2c3d4e5f6071829304152", "hex");
  bytes.writeUInt32LE(index);
  return bytes;
};

/** S-1-5-21-1-2-3-…, starting with 1000. */
const objectSidBytes = (index: number): Buffer => {
  const bytes = Buffer.from("01050000000000051500000001000000020000000300000000000000", "hex");
  bytes.writeUInt32LE(1000 + index, 24);
  return bytes;
};
