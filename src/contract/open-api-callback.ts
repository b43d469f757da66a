/** The callback of F1, for the interface description: what the service sends, and how it is signed. */
import type { JsonSchema } from "./open-api-schemas.ts";

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** `body` is the schema of what is sent. */
export const callbackOf = (body: JsonSchema): JsonSchema => ({
  initiationEnded: {
    "{$request.body#/callBackUrl}": {
      post: {
        operationId: "F1-callback",
        tags: ["Forms"],
        summary: "An initiation has ended",
        description:
          "Signed as Standard Webhooks describes, with an asymmetric key (`v1a`, Ed25519). Anything but a 2xx is tried again.",
        security: [],
        parameters: [
          header("webhook-id", "The same for every try; tells a repetition."),
          header("webhook-timestamp", "Seconds since 1970; part of what is signed."),
          header(
            "webhook-signature",
            "`v1a,` and the signature in base64 of `id.timestamp.body`; several with spaces between.",
          ),
        ],
        requestBody: { required: true, content: { "application/json": { schema: body } } },
        responses: { "2XX": { description: "Taken." }, "4XX": { description: "Not taken; it is tried again." } },
      },
    },
  },
});
