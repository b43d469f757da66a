/**
 * The parts `release` and `filing` of the configuration: who may release a plan, also by a form of the service, and where reports of
 * runs are filed.
 */
import { z } from "zod";

const isPlanNamed = (fields: Readonly<Record<string, string>>): boolean =>
  Object.values(fields).some((text) => text.includes("{plan}"));

const signOffForm = z
  .strictObject({
    code: z.string().min(1).describe("Code of the form. Whoever signs its last step must be an approver of musterd."),
    applicant: z.string().min(1).describe("Account of the applicant, who can sign none of the form's steps."),
    department: z.string().min(1).describe("Code of a department in which the applicant has a post."),
    fields: z
      .record(z.string().min(1), z.string().min(1))
      .refine(isPlanNamed, "one field must contain {plan}, by which the form is found again")
      .describe(
        "Texts by the codes of the form's fields: {plan} is the fingerprint, {run} the run, {subject} one line, {text} all that a message says.",
      ),
    callback: z
      .string()
      .regex(/^https?:\/\/[^/@\s]+\/(?:[^\s]*\/)?sign-off$/, "expected an address that ends with /sign-off")
      .optional()
      .describe("Address under which the service reaches the daemon's `/sign-off`; without it, the service is asked."),
  })
  .describe("A form of the service that asks for a decision about each blocked plan, with the report attached.");

export const releasePart = z
  .strictObject({
    fourEyes: z
      .boolean()
      .default(false)
      .describe(
        "true: whoever asked for the run, changed the configuration last, or has decided who is who, may not release its plan.",
      ),
    hours: z
      .number()
      .positive()
      .max(720)
      .default(24)
      .describe("Hours after which a release that no run has used ends."),
    form: signOffForm.optional(),
  })
  .prefault({});

export const filingPart = z
  .strictObject({
    library: z.string().min(1).describe("Code of the document library."),
    folder: z.string().min(1).describe("Path of the folder in it, such as `/musterd`."),
  })
  .describe("Where the report of each run that has written is filed in the service's document center.");
