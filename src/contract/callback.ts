/** The message that the service sends to the `callBackUrl` of F1 when the initiation has ended. */
import { z } from "zod";

export const callbackType = { success: "Success", failure: "Failure" } as const;

export const CallbackBody = z.object({
  /** The id that F1 returned. */
  TraceId: z.string(),
  Type: z.enum([callbackType.success, callbackType.failure]),
  /** `FormSn` is null when no document was created. */
  UofxData: z.object({ FormName: z.string(), FormSn: z.string().nullable() }),
  /** The `customData` sent to F1. */
  CustomData: z.string().nullable(),
  ErrorMsg: z.string().nullable(),
});
export type CallbackBody = z.infer<typeof CallbackBody>;
