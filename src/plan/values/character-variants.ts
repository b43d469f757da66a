/** Variants of one Chinese character that names mix (異體字), the letter and the dashes that stand for 一, and the dots between words. */

/** Each pair is the variant, then the form that is compared. */
const variants = new Map(
  [
    "ㄧ一 —一 ―一 ─一 ・· ‧· •· 台臺 峯峰 裏裡 羣群 鷄雞 産產 黄黃 靑青 衆眾 温溫 邨村 啓啟 恒恆 敍敘 爲為 眞真 牀床 綉繡 綫線 踪蹤 韵韻 彦彥 顔顏 淸清",
    "秘祕 晋晉 栢柏 寳寶 宝寶 珎珍 勲勳 勛勳 凉涼 冲沖 决決 脩修 鉄鐵 徳德 呉吳 吴吳 陈陳 刘劉 张張 杨楊 赵趙 罗羅 郑鄭 谢謝",
    "许許 邓鄧 冯馮 萧蕭 叶葉 苏蘇 卢盧 丽麗 华華 国國 伟偉 强強 荣榮 贤賢 娇嬌",
  ].flatMap((line) => line.split(" ").map(([variant = "", form = ""]) => [variant, form] as const)),
);

/** The text with one form of each character. */
export const withoutVariants = (name: string): string => {
  let folded = "";
  for (const character of name) folded += variants.get(character) ?? character;
  return folded;
};
