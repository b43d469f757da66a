/** Draws small companies as HR's truth: what a reading may believe, and nothing else. Names fit the script of the export. */
import * as fc from "fast-check";

export type TruePerson = {
  readonly number: string;
  readonly account: string;
  readonly name: string;
  readonly department: string;
  readonly title: string;
  readonly birthDate: string;
  readonly hireDate: string;
  readonly phone: string;
  readonly email: string;
  /** Account of the approver; "" for none. */
  readonly supervisor: string;
  /** ISO; "" for none. */
  readonly lastDay: string;
};

export type Company = {
  readonly departments: ReadonlyMap<string, string>;
  readonly titles: readonly string[];
  readonly people: readonly TruePerson[];
};

/** The letters that names are made of: what the encoding of the export can write. */
export type Script = "tw" | "cn" | "ja" | "ko" | "western" | "ascii";

const names: Readonly<Record<Script, { readonly people: readonly string[]; readonly words: readonly string[] }>> = {
  tw: {
    people: ["王小明", "林淑芬", "許功蓋", "陳育德", "歐陽雅婷"],
    words: ["人資", "研發", "業務", "製造", "財務", "工務"],
  },
  cn: { people: ["王小明", "张伟", "刘芳", "欧阳娜", "赵强"], words: ["人事", "研发", "业务", "制造", "财务", "工程"] },
  ja: {
    people: ["佐藤花子", "鈴木一郎", "高橋健", "田中美咲", "渡辺翔"],
    words: ["人事", "開発", "営業", "製造", "経理", "工務"],
  },
  ko: {
    people: ["김민수", "이영희", "박지성", "최수진", "정우성"],
    words: ["인사", "개발", "영업", "제조", "재무", "공무"],
  },
  western: {
    people: ["Jörg Müller", "Zoë Bäcker", "François Noël", "Søren Åberg", "Anaïs Español"],
    words: ["Büro", "Zürich", "Köln", "Größe", "Façade", "Málaga"],
  },
  ascii: {
    people: ["Ann Lee", "Bob Stone", "Cid Young", "Dan West", "Eve Fox"],
    words: ["Office", "Lab", "Sales", "Plant", "Money", "Works"],
  },
};

/** Keys of one shape in a company. */
const numberShapes = [
  (n: number) => String(10_230 + n * 7),
  (n: number) => `00${1000 + n * 3}`,
  (n: number) => `E${200 + n}`,
] as const;

const codeShapes = [
  (n: number) => `D0${n + 1}`,
  (n: number) => String(1100 + n * 10),
  (n: number) => `RD-${n}A`,
] as const;

const pad = (n: number): string => String(n).padStart(2, "0");

export const drawnCompany = (script: Script): fc.Arbitrary<Company> =>
  fc
    .record({
      size: fc.integer({ min: 20, max: 40 }),
      number: fc.constantFrom(...numberShapes),
      code: fc.constantFrom(...codeShapes),
      salt: fc.nat(999),
    })
    .map(({ size, number, code, salt }) => {
      const { people, words } = names[script];
      const departments = new Map(words.map((word, at) => [code(at), word]));
      const codes = [...departments.keys()];
      const titles = ["T1", "T2", "T3"];
      const person = (n: number): TruePerson => ({
        number: number(n),
        account: `user.${String.fromCharCode(97 + (n % 26))}${n}`,
        name: `${people[(n + salt) % people.length] ?? ""}${script === "tw" || script === "cn" ? "甲乙丙丁戊"[n % 5] : ""}`,
        department: codes[(n * 5 + salt) % codes.length] ?? "",
        title: titles[n % 3] ?? "",
        birthDate: `19${60 + (n % 40)}-${pad(1 + (n % 12))}-${pad(13 + (n % 15))}`,
        hireDate: `20${pad(10 + (n % 14))}-${pad(1 + ((n + salt) % 12))}-${pad(13 + (n % 15))}`,
        phone: `09${10_000_000 + n * 1234}`,
        email: `user${n}@example.com`,
        supervisor: n === 0 ? "" : `user.a0`,
        lastDay: n % 7 === 3 ? `2027-0${1 + (n % 9)}-28` : "",
      });
      return { departments, titles, people: Array.from({ length: size }, (_, n) => person(n)) };
    });
