import { existsSync, mkdirSync, writeFileSync } from "node:fs";

const columns =
  "account,number,name,englishName,gender,idCardNumber,birthDate,phoneNumber,businessCard,hireDate,email,emailEx,loginValidation,expiredTime,resignationDate,active,department,title,functions,supervisor".split(
    ",",
  );
const folder = "/tmp/pf/data";
mkdirSync(folder, { recursive: true });
const family = Array.from("王李張劉陳楊黃趙吳周徐孫朱馬胡");
const given = Array.from("小明大華志強淑芬美玲建國許功蓋育家豪怡君雅婷");
const row = (index: number) => {
  const digits = String(index).padStart(6, "0");
  const pick = (from: string[], step: number) => from[(index * step) % from.length] ?? "";
  const day = `${1 + (index % 9)}`.padStart(2, "0");
  return [
    `user${digits}`,
    `E${digits}`,
    pick(family, 1) + pick(given, 3) + pick(given, 7),
    `User ${digits}`,
    index % 2 === 0 ? "男" : "女",
    `A1${digits.padStart(8, "0")}`,
    `${1960 + (index % 39)}-${day}-1${index % 10}`,
    `0912${digits}`,
    index % 10 === 0 ? '"工程師, 研發"' : "資深工程師",
    `${2010 + (index % 14)}-${day}-${day}`,
    `user${digits}@example.com`,
    "",
    "UOF",
    index % 3 === 0 ? "2027-12-31" : "",
    "",
    index % 50 === 0 ? "N" : "Y",
    `D${index % 500}`,
    `T${index % 30}`,
    `F${index % 9};F${9 + (index % 5)}`,
    `E${String(index % 1000).padStart(6, "0")}`,
  ].join(",");
};
if (!existsSync(folder + "/employees.csv"))
  writeFileSync(
    folder + "/employees.csv",
    [columns.join(","), ...Array.from({ length: 100000 }, (_, i) => row(i))].join("\r\n") + "\r\n",
  );
const { readTables } = await import("../src/source/read-tables.ts");
const { openFeeds } = await import("../src/source/feeds.ts");
const { assembleSnapshot } = await import("../src/source/assemble.ts");
const { profileOf } = await import("../src/source/quality/profile.ts");
const { sourceSettings } = await import("../src/source/settings.ts");
const { readFileTable } = await import("../src/source/files/read-file.ts");
const { parse } = await import("csv-parse/sync");
const { readFileSync } = await import("node:fs");
const settings = sourceSettings.parse({
  feeds: { hr: { files: { folder } } },
  employees: { file: "employees.csv", columns: Object.fromEntries(columns.map((c) => [c, c])) },
});
const cpu = () => {
  const u = process.cpuUsage();
  return ((u.user + u.system) / 1000) | 0;
};
const what = process.argv[2];
const c0 = cpu(),
  w0 = performance.now();
if (what === "bare") {
  parse(readFileSync(folder + "/employees.csv"), { delimiter: ",", record_delimiter: ["\r\n", "\n"] });
} else if (what === "file") {
  await readFileTable({ folder, file: "employees.csv" }, { encoding: "auto", delimiter: "," }, () => () => undefined);
} else {
  const feeds = openFeeds(settings.feeds, {
    load: async () => undefined,
    save: async () => {},
    keepOnly: async () => {},
  } as never);
  const rows = await readTables(settings, feeds);
  const c1 = cpu();
  const snap = assembleSnapshot(rows, settings);
  const c2 = cpu();
  profileOf(snap);
  console.log("cpu tables", c1 - c0, "assemble", c2 - c1, "profile", cpu() - c2);
}
console.log(
  what ?? "all",
  "cpu",
  cpu() - c0,
  "wall",
  (performance.now() - w0) | 0,
  process.resourceUsage().maxRSS >> 10,
);
