/** The message that the service sends to the `callBackUrl` of F1 when the initiation has ended. */
import { z } from "zod";

export const callbackType = { success: "Success", failure: "Failure" } as const;

export const CallbackBody = z.object({
  TraceId: z.string().describe("The id that F1 returned."),
  Type: z
    .enum([callbackType.success, callbackType.failure])
    .describe("Success: a document was created. Failure: none was created, and `ErrorMsg` says why."),
  UofxData: z
    .object({
      FormName: z.string().describe("Name of the form."),
      FormSn: z.string().nullable().describe("Number of the new document; null after a failure."),
    })
    .describe("The form and its document."),
  CustomData: z.string().nullable().describe("The `customData` sent to F1, or null."),
  ErrorMsg: z.string().nullable().describe("Code of the failure, with the fields concerned; null after a success."),
});
export type CallbackBody = z.infer<typeof CallbackBody>;
