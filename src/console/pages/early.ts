/** What is shown while a large plan is being read for the first time. */
import type { OwnVisit } from "../access/visit.ts";
import { html } from "../html/html.ts";
import type { Page } from "../html/layout.ts";

export const earlyPage = ({ words }: OwnVisit): Page => ({
  title: words.decide.title,
  isEarly: true,
  isFramed: true,
  content: html`<h1>${words.frame.early}</h1><progress aria-label="${words.frame.early}"></progress><p class="hint">${words.frame.earlyHint}</p>`,
});
