/** Elements of the page. Texts are inserted as text, never as markup. Runs in the browser; ../script.ts inlines it. */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** The element with this id, which the page has. */
export const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

export const allOf = (selector: string): HTMLElement[] => Array.from(document.querySelectorAll<HTMLElement>(selector));

/** A part of an element, which the page has. */
export const partOf = (element: Element, selector: string): HTMLElement =>
  element.querySelector<HTMLElement>(selector) as HTMLElement;

export const el = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
};

/** Isolates a text whose writing direction is not known. */
export const bdi = (text: string): HTMLElement => el("bdi", {}, text);

/** A part that is closed until the reader opens it, and only then filled. */
export const folded = (name: string, title: string, content: () => Node, open: boolean): HTMLDetailsElement => {
  const details = el("details", { class: name }, el("summary", {}, title));
  const fill = (): void => {
    if (details.children.length < 2) details.append(content());
  };
  details.addEventListener("toggle", fill);
  if (open) {
    details.open = true;
    fill();
  }
  return details;
};
