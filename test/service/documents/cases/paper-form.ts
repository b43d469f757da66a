/** The form PAPER with a field for files, which one person signs. */
export const paperForm = (signer: string) => ({
  categories: [{ category: "all" }],
  forms: [
    {
      code: "PAPER",
      name: "Paper",
      category: "all",
      fields: [{ name: "papers", code: "papers", typeId: "file" }],
      route: [{ kind: "person", name: `${signer} signs`, accounts: [signer] }],
    },
  ],
});
