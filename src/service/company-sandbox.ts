/**
 * The company document over HTTP: `PUT` and `GET /sandbox/company`, used by `musterd service load` and `dump`, and
 * `/sandbox/organisation`, which is its first section alone.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { CompanyDocument, type SectionName, sectionNames } from "../contract/company-document.ts";
import { Organisation } from "../contract/organisation.ts";
import { withHashedPasswords } from "./access/passwords.ts";
import { dumpCompany, loadCompany } from "./company-document.ts";
import { changeLibraryFiles, changeTrashFiles, readContents, storeContents } from "./documents/inline-files.ts";
import type { Service } from "./features.ts";
import { readDocument } from "./kernel/read-document.ts";
import { dumpOrganisation } from "./organisation/dump.ts";

/** Maximum size of a company document; with 100,000 people it is about 80 MB. */
const documentLimitBytes = 512 * 1024 * 1024;

/** The query `?section=forms&section=punches`; without parameters, all sections are wanted. */
const Wanted = z.object({
  section: z
    .preprocess(
      (given) => (typeof given === "string" ? [given] : given),
      z.array(z.enum(sectionNames as [SectionName, ...SectionName[]])),
    )
    .optional(),
});

export const registerCompanySandbox = (app: FastifyInstance, { file, uploads, admin }: Service): void => {
  const { company } = file;
  app.get("/sandbox/organisation", { onRequest: admin }, () => file.read(() => dumpOrganisation(company)));
  app.put("/sandbox/organisation", { onRequest: admin, bodyLimit: documentLimitBytes }, async ({ body }, reply) => {
    const organisation = readDocument(Organisation, body, "organisation");
    await file.write(() => loadCompany(company, { organisation }));
    return reply.send();
  });
  app.get("/sandbox/company", { onRequest: admin }, async ({ query }) => {
    const { section } = readDocument(Wanted, query);
    const document = await file.read(() => dumpCompany(company, section));
    return withFiles(document, readContents(company, uploads.store));
  });
  app.put("/sandbox/company", { onRequest: admin, bodyLimit: documentLimitBytes }, async ({ body }, reply) => {
    const document = readDocument(CompanyDocument, await withHashedPasswords(body));
    const stored = await withFiles(document, storeContents(uploads.store));
    await file.write(() => loadCompany(company, stored));
    return reply.send();
  });
};

/**
 * Applies `change` to the files of a document. Before a load, this stores their contents, because the load itself is synchronous;
 * after a dump, it reads their contents.
 */
const withFiles = async (
  document: CompanyDocument,
  change: Parameters<typeof changeLibraryFiles>[1],
): Promise<CompanyDocument> => {
  const { libraries, trash } = document;
  return {
    ...document,
    ...(libraries ? { libraries: await changeLibraryFiles(libraries, change) } : {}),
    ...(trash ? { trash: await changeTrashFiles(trash, change) } : {}),
  };
};
