/** Starts the page: draws its lists, and draws them again when the reader searches or prints. ../script.ts inlines it. */
import { allOf, byId } from "./dom.ts";
import { figureTables, fillTable } from "./figure-tables.ts";
import { fillSection } from "./lists.ts";
import { type PageContent, readContent } from "./page-data.ts";
import { openRows, type Rows } from "./rows.ts";
import { openSearch, type Search } from "./search.ts";

const drawLists = (content: PageContent, rows: Rows, search: Search, printing: boolean): void => {
  const selected = search.select();
  let first = 0;
  for (const section of allOf("section[data-section]"))
    first = fillSection(content, rows, { section, first, selected, printing });
  const { total } = content.meta;
  const n = selected?.length ?? total;
  byId("matches").textContent = content.say("matches", { n, total });
  byId("empty").hidden = n > 0;
  byId("organisation").hidden = selected !== undefined;
  byId("clear").hidden = !search.isFiltered();
};

const drawTables = (content: PageContent): void => {
  const size = 50;
  for (const details of figureTables()) {
    details.addEventListener("toggle", () => {
      if (details.open) fillTable(content, details, size);
    });
    if (details.open) fillTable(content, details, size);
  }
};

/** On paper, tables and lists are whole where that is not too much. */
const drawForPaper = (content: PageContent, rows: Rows, search: Search): void => {
  const { tables, printAll, total } = content.meta;
  for (const details of figureTables()) {
    if ((tables[details.dataset["table"] ?? ""] ?? []).length > printAll) continue;
    details.open = true;
    fillTable(content, details, Number.POSITIVE_INFINITY);
  }
  if (total <= printAll) drawLists(content, rows, search, true);
  else fillSection(content, rows, { section: byId("worst"), first: 0, selected: undefined, printing: true });
};

export const startPage = async (): Promise<void> => {
  if (typeof DecompressionStream === "undefined") {
    byId("too-old").hidden = false;
    return;
  }
  const content = await readContent();
  const rows = openRows(content);
  let indexed = Promise.resolve();
  const draw = (): void => drawLists(content, rows, search, false);
  const search = openSearch(content, () => {
    if (search.isFiltered()) void indexed.then(draw);
    else draw();
  });
  byId("clear").addEventListener("click", () => {
    search.clear();
    draw();
  });
  drawTables(content);
  addEventListener("beforeprint", () => drawForPaper(content, rows, search));
  addEventListener("afterprint", draw);

  // The first block is searched at once, the others between other work.
  if (content.blocks > 0) search.index(0);
  draw();
  const indexOthers = async (): Promise<void> => {
    for (let block = 1; block < content.blocks; block += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      search.index(block);
    }
    document.documentElement.dataset["ready"] = "";
  };
  indexed = indexOthers();
};
