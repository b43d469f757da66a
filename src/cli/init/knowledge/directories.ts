/** What people and units have in directories: Active Directory, and servers with inetOrgPerson, posixAccount or organizationalPerson. */

/** The first is for Active Directory; of the others the first that finds somebody. */
export const peopleFilters: readonly string[] = [
  "(&(objectCategory=person)(objectClass=user))",
  "(objectClass=inetOrgPerson)",
  "(objectClass=posixAccount)",
  "(objectClass=person)",
];

export const unitFilter = "(objectClass=organizationalUnit)";

const list = (names: string): readonly string[] => names.split(" ");

const lockedIfTrue = { values: { TRUE: false, true: false, FALSE: true, false: true }, default: true } as const;

export const directoryAttributes = {
  people: list(
    "dn parentDn objectGUID entryUUID sAMAccountName uid userPrincipalName employeeNumber employeeID displayName cn givenName sn mail " +
      "telephoneNumber mobile title department departmentNumber ou manager userAccountControl accountExpires employeeType physicalDeliveryOfficeName company " +
      "nsAccountLock pwdAccountLockedTime msDS-UserAccountDisabled loginDisabled",
  ),
  units: list(
    "dn parentDn ou objectGUID entryUUID businessCategory departmentNumber description managedBy manager seeAlso",
  ),
} as const;

/** What `active` is by the attributes in which directories lock accounts; an entry without one is not locked. */
export const locks = {
  userAccountControl: { flag: "userAccountControl" },
  pwdAccountLockedTime: { flag: "pwdAccountLockedTime" },
  // 389 Directory Server and FreeIPA, Active Directory Lightweight Directory Services, eDirectory.
  nsAccountLock: lockedIfTrue,
  "msDS-UserAccountDisabled": lockedIfTrue,
  loginDisabled: lockedIfTrue,
} as const;
