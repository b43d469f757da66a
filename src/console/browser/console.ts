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

/** Longer than a browser waits before it connects again. */
const lostAfterMs = 8_000;

/** Shows progress as it is told, and what the page says now when a run has begun or ended since it was made, or the connection was lost. */
const follow = (): void => {
  let told: Told | undefined;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;
  let isPressed = false;
  let isRenewing = false;
  const main = document.querySelector("main");
  const isUsed = (): boolean => isPressed || (main?.contains(document.activeElement) ?? false);
  /** Nothing is taken away from under a pointer or a finger, or from whoever is there with the keyboard. */
  const renew = async (): Promise<void> => {
    const isOld = told !== undefined && (wasLost || told.state !== document.body.dataset["live"]);
    if (isRenewing || isUsed() || !isOld || losing !== undefined) return;
    isRenewing = true;
    try {
      const answer = await fetch(window.location.href);
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      const content = next.querySelector("main");
      const { live: state } = next.body.dataset;
      if (answer.redirected || !main || !content || state === undefined) window.location.reload();
      else if (!isUsed()) {
        main.replaceChildren(...content.childNodes);
        document.body.dataset["live"] = state;
        wasLost = false;
      }
    } catch {
      // The next event tells again.
    } finally {
      isRenewing = false;
    }
  };
  document.addEventListener("pointerdown", () => (isPressed = true));
  for (const over of ["pointerup", "pointercancel"])
    document.addEventListener(over, () => {
      isPressed = false;
      // After the click, which comes next.
      setTimeout(() => void renew());
    });
  document.addEventListener("focusout", () => setTimeout(() => void renew()));
  const showLost = (isLost: boolean): void => void document.querySelector("#lost")?.toggleAttribute("hidden", !isLost);
  const events = new EventSource("/events");
  events.addEventListener("error", () => {
    losing ??= setTimeout(() => {
      wasLost = true;
      showLost(true);
    }, lostAfterMs);
  });
  events.addEventListener("message", ({ data }) => {
    clearTimeout(losing);
    losing = undefined;
    showLost(false);
    told = JSON.parse(data) as Told;
    const bar = document.querySelector("progress");
    const said = document.querySelector("[data-progress]");
    if (bar && said && told.state === "running" && told.total > 0) {
      bar.max = told.total;
      bar.value = told.done;
      said.textContent = told.text;
    }
    void renew();
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

// On a phone the names of the pages are wider than the screen.
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
if (document.body.dataset["live"] !== undefined) follow();
const asked = [...document.querySelectorAll<HTMLElement>("[data-question]")];
if (asked.length > 0) answerWithKeys(asked);
