/** English texts of `musterd check --site` and of its write test. */
export const site = {
  operations: "Operations that runs use",
  reads: "reads",
  writes: "writes",
  from: "from",
  seen: "read back",
  unknown: "not known",
  readings: "What the key may read",
  habits: "What writes were seen to do",
  untold: "What cannot be known without writing",
  untriedWrites: (ids: string) =>
    `Whether the key may use ${ids}, and what else these writes change: no run has used them yet. \`musterd check --site --write-test ACCOUNT\` tries E7, E11, E13, E14, D11 and D12 on a test person; \`musterd apply --canary 5\` tries what a plan needs.`,
  alwaysUntold: [
    "Last working days and chosen approvers that equal the manager: the service does not show them.",
    "People whom the service hides: whether an account or number is free shows when somebody is created.",
  ] as readonly string[],
  testAsked: (account: string, target: string) =>
    `This writes to ${target}: ${account} gets another name, another title, no chosen approver and the status disabled, one after the other, and is put back as they are now. In a department where nobody else is, the manager is tried, too. One permission refresh follows. Go on?`,
  testTyped: (account: string) => `Type the account again (${account}) to begin: `,
  testNot: "Nothing was written.",
  testTried: (ids: string) => `Tried: ${ids}`,
  testRefused: (id: string, code: string) => `${id} was refused (${code}); the test ended there.`,
  testClean: "No write did anything but what it was asked to.",
  testShowsLate: "The lists of the service show a write only after the permission refresh, so nothing else was tried.",
  testRestored: "The person is as before.",
};

export type SiteWords = typeof site;
