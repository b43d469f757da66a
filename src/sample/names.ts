/** Invents names from common surnames and common characters of given names, with their usual romanisation. */
import type { Random } from "./random.ts";

/** Characters and their lower-case romanisation; the syllables of a given name are joined by a hyphen. */
export type Syllables = readonly [characters: string, roman: string];

type Named = { readonly surname: Syllables; readonly givenName: Syllables };

/** Parses `characters/roman` pairs. */
const syllables = (text: string): readonly [Syllables, ...Syllables[]] => {
  const [first, ...rest] = text.split(" ").map((entry): Syllables => {
    const [characters = "", roman = ""] = entry.split("/");
    return [characters, roman];
  });
  return [first ?? ["", ""], ...rest];
};

const commonSurnames = syllables("陳/chen 林/lin 黃/huang 張/chang 李/lee 王/wang 吳/wu 劉/liu 蔡/tsai 楊/yang");
const otherSurnames = syllables(
  "許/hsu 鄭/cheng 謝/hsieh 洪/hung 郭/kuo 邱/chiu 曾/tseng 廖/liao 賴/lai 徐/hsu 周/chou 葉/yeh 蘇/su 莊/chuang 呂/lu " +
    "江/chiang 何/ho 蕭/hsiao 羅/lo 高/kao 潘/pan 簡/chien 朱/chu 鍾/chung 彭/peng 游/yu 詹/chan 施/shih 沈/shen 歐陽/ouyang",
);

const firstCharacters = {
  Male: syllables(
    "志/chih 家/chia 俊/chun 建/chien 文/wen 冠/kuan 承/cheng 柏/po 彥/yen 育/yu 世/shih 信/hsin 宗/tsung",
  ),
  Female: syllables("美/mei 雅/ya 怡/yi 欣/hsin 惠/hui 筱/hsiao 宜/yi 靜/ching 佩/pei 玉/yu 婉/wan 思/ssu 郁/yu"),
};
const secondCharacters = {
  Male: syllables("明/ming 豪/hao 翰/han 廷/ting 哲/che 德/te 昌/chang 賢/hsien 毅/yi 霖/lin 瑋/wei 銘/ming"),
  Female: syllables("芬/fen 玲/ling 婷/ting 穎/ying 涵/han 芳/fang 珍/chen 慧/hui 琪/chi 萱/hsuan 蓉/jung 潔/chieh"),
};
/** Characters that older encodings lack or confuse. */
const rareCharacters = syllables("堃/kun 喆/che 峯/feng");

export const drawSurname = (random: Random): Syllables =>
  random.pick(random.chance(0.55) ? commonSurnames : otherSurnames);

/** Returns a given name of two characters. One name in sixty contains a rare character. */
export const drawGivenName = (random: Random, gender: "Male" | "Female"): Syllables => {
  const [first, firstRoman] = random.pick(firstCharacters[gender]);
  const [second, secondRoman] = random.pick(random.chance(1 / 60) ? rareCharacters : secondCharacters[gender]);
  return [first + second, `${firstRoman}-${secondRoman}`];
};

/** Returns the full name, such as 陳志明. */
export const nameOf = ({ surname, givenName }: Named): string => surname[0] + givenName[0];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the name in the style of passports, such as `Chen, Chih-Ming`. */
export const englishNameOf = ({ surname, givenName }: Named): string =>
  `${capital(surname[1])}, ${givenName[1].split("-").map(capital).join("-")}`;

/** Returns `chihming.chen`, or `chen.chihming` if `first` is `family`. */
export const accountOf = ({ surname, givenName }: Named, first: "given" | "family"): string => {
  const given = givenName[1].replaceAll("-", "");
  return first === "given" ? `${given}.${surname[1]}` : `${surname[1]}.${given}`;
};
