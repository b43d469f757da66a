/** Shows a list page by page. Runs in the browser; ../script.ts inlines it. */
import { el } from "./dom.ts";
import type { PageContent } from "./page-data.ts";

type List = {
  readonly nav: HTMLElement;
  readonly total: number;
  readonly size: number;
  readonly show: (start: number, end: number) => void;
};

export const openPager = ({ meta: { words }, say }: PageContent, { nav, total, size, show }: List): void => {
  let start = 0;
  const turn = (to: number): void => {
    start = to;
    show(start, Math.min(total, start + size));
    if (total <= size) {
      nav.replaceChildren();
      return;
    }
    const button = (name: "previous" | "next", target: number): HTMLElement => {
      const element = el("button", { type: "button" }, words[name]);
      element.disabled = target < 0 || target >= total;
      element.addEventListener("click", () => {
        turn(target);
        nav.parentElement?.scrollIntoView();
        const same = nav.querySelectorAll("button")[name === "next" ? 1 : 0];
        const enabled = same?.disabled ? nav.querySelector<HTMLElement>("button:enabled") : same;
        enabled?.focus({ preventScroll: true });
      });
      return element;
    };
    const shown = say("pageOf", { from: start + 1, to: Math.min(total, start + size), n: total });
    nav.replaceChildren(button("previous", start - size), el("span", {}, shown), button("next", start + size));
  };
  turn(0);
};
