/** What a webhook sends: templates in which {text} is replaced. `standard` is the documented JSON of musterd itself. */
export const presets = {
  standard: undefined,
  slack: { text: "{text}" },
  "google-chat": { text: "{text}" },
  teams: {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: { type: "AdaptiveCard", version: "1.4", body: [{ type: "TextBlock", text: "{text}", wrap: true }] },
      },
    ],
  },
} as const;

/** The template with the text in all places of {text}. */
export const filled = (template: unknown, text: string): unknown => {
  if (typeof template === "string") return template.replaceAll("{text}", () => text);
  if (Array.isArray(template)) return template.map((one) => filled(one, text));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, text)]));
};
