/** What a webhook sends: templates in which {text} is replaced. `standard` is the documented JSON of musterd itself. */
const templates = {
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

type Preset = keyof typeof templates;

export const presets = Object.keys(templates) as [Preset, ...Preset[]];

/**
 * Names from HR and texts of errors are shown as they stand: in the markup of a chat they could be links to elsewhere, or call
 * everybody. Slack has escapes; in the others an invisible space divides what would begin a link or a mention.
 */
const asItStands: Readonly<Record<Preset, (text: string) => string>> = {
  standard: (text) => text,
  slack: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  "google-chat": (text) => text.replaceAll("<", "<\u200b"),
  teams: (text) => text.replaceAll("](", "]\u200b("),
};

/** The body with the text; undefined for the documented JSON. A template of the settings gets the text unchanged. */
export const chatBody = (body: string | object, text: string): unknown => {
  if (typeof body === "object") return filled(body, text);
  const preset = body as Preset;
  return filled(templates[preset], asItStands[preset](text));
};

/** The template with the text in all places of {text}. */
const filled = (template: unknown, text: string): unknown => {
  if (typeof template === "string") return template.replaceAll("{text}", () => text);
  if (Array.isArray(template)) return template.map((one) => filled(one, text));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, text)]));
};
