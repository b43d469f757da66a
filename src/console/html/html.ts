/**
 * The templates of the console. Whatever is put into a template is escaped, except other templates; control characters become visible
 * ones. There is no way to mark a text as markup, so no page can make one of somebody's name.
 */
import { html as template } from "hono/html";
import { visibleLines } from "../../lib/control-characters.ts";

/** Markup that a template has made. */
export type Html = Exclude<ReturnType<typeof template>, Promise<unknown>>;

/** Absent values and `false` show nothing. */
export type Shown = Html | string | number | false | undefined | readonly Shown[];

/** Makes markup; texts and numbers in it are escaped. */
export const html = (strings: TemplateStringsArray, ...values: readonly Shown[]): Html =>
  // Without promises among the values, the result is no promise.
  template(strings, ...values.map(visible)) as Html;

const visible = (value: Shown): unknown => {
  if (typeof value === "string") return visibleLines(value);
  return Array.isArray(value) ? value.map(visible) : value;
};

/** A text that somebody else has written, kept apart from the direction of the text around it. */
export const text = (of: string): Html => html`<bdi>${of}</bdi>`;
