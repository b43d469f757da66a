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

export const directoryAttributes = {
  people: list(
    "dn parentDn objectGUID entryUUID sAMAccountName uid userPrincipalName employeeNumber employeeID displayName cn givenName sn mail " +
      "telephoneNumber mobile title department departmentNumber ou manager userAccountControl accountExpires employeeType physicalDeliveryOfficeName company",
  ),
  units: list(
    "dn parentDn ou name objectGUID entryUUID businessCategory departmentNumber description managedBy manager seeAlso",
  ),
} as const;
