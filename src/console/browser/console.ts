/**
 * The script of the console: a page that shows something in progress follows it, and questions are answered with keys. Every page
 * works without it.
 */

type Told = {
  readonly state: "idle" | "running";
  readonly done: number;
  readonly total: number;
  readonly text: string;
};

/** Shows progress as it is told, and loads the page anew when a run has begun or ended since it was made. */
const follow = (shown: string): void => {
  const bar = document.querySelector("progress");
  const said = document.querySelector("[data-progress]");
  new EventSource("/events").addEventListener("message", ({ data }) => {
    const { state, done, total, text } = JSON.parse(data) as Told;
    if (state !== shown) return window.location.reload();
    if (!bar || !said || total === 0) return;
    bar.max = total;
    bar.value = done;
    said.textContent = text;
  });
};

/** `j` and `k` go to the next and the previous question, `s` and `o` answer the one that has the focus. */
const answerWithKeys = (questions: readonly HTMLElement[]): void => {
  const step = (by: number): void => {
    const at = questions.findIndex((question) => question.contains(document.activeElement));
    questions[Math.min(Math.max(at + by, 0), questions.length - 1)]?.focus();
  };
  const actions: Readonly<Record<string, () => void>> = {
    j: () => step(1),
    k: () => step(-1),
    s: () => answer("same"),
    o: () => answer("other"),
  };
  const answer = (name: string): void => {
    const question = questions.find((one) => one.contains(document.activeElement));
    question?.querySelector<HTMLButtonElement>(`button[value="${name}"]`)?.click();
  };
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) actions[event.key]?.();
  });
};

const { live } = document.body.dataset;
if (live !== undefined) follow(live);
const asked = [...document.querySelectorAll<HTMLElement>("[data-question]")];
if (asked.length > 0) answerWithKeys(asked);
