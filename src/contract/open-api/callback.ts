/** Describes the callback of F1 for the interface description: its content and its signature. */
import type { JsonSchema } from "./schemas.ts";

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** Returns the description of the callback; `body` is the schema of its message. */
export const callbackOf = (body: JsonSchema): JsonSchema => ({
  initiationEnded: {
    "{$request.body#/callBackUrl}": {
      post: {
        operationId: "F1-callback",
        tags: ["Forms"],
        summary: "An initiation has ended",
        description:
          "Signed according to Standard Webhooks with an asymmetric key (`v1a`, Ed25519). The service tries again after any status other than 2xx.",
        security: [],
        parameters: [
          header("webhook-id", "The same for every attempt, so that receivers recognise a repetition."),
          header("webhook-timestamp", "Seconds since 1970; covered by the signature."),
          header(
            "webhook-signature",
            "`v1a,` and the base64 signature of `id.timestamp.body`; several are separated by spaces.",
          ),
        ],
        requestBody: { required: true, content: { "application/json": { schema: body } } },
        responses: {
          "2XX": { description: "Taken." },
          "4XX": { description: "Not accepted; the service tries again." },
        },
      },
    },
  },
});
