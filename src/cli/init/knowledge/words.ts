/** Words in the cells of HR's files whose meaning is the same everywhere: status, gender, yes and no, nothing, and ranks of titles. */

/** Word of a status → what it says about the account. `leave`: on leave, which sites treat in two ways, so it is always asked. */
export const statusWords: Readonly<Record<"active" | "inactive" | "leave", string>> = {
  active:
    "在職|在职|enabled|已激活|已啟用|已启用|啟用|启用|正職|正式|現職|在任|在籍|試用|试用|試用期|试用期|任職|在崗|在岗|在職中|在籍中|active|employed|current|hired|working|aktiv|beschäftigt|aktivbeschäftigt|재직|activeassignment|activeemployee|activepayrolleligible|activenopayroll|使用中|啟用中|启用中|有效|生效|生效中|營運中|运营中|probation|試用中|待離職|待离职|即將離職|即将离职|預計離職|预计离职|離職申請中|离职申请中|離職預告|noticeperiod|onnotice|servingnotice|underresignation|pendingtermination|退職予定|퇴사예정|gekündigtaktiv",
  inactive:
    "離職|离职|退休|資遣|已離職|已离职|離退|解雇|解職|辭職|退職|退職済|退職済み|退社|開除|terminated|inactive|left|resigned|retired|leaver|exited|former|separated|deceased|dismissed|terminate|deactivated|disabled|已停用|已禁用|停用|禁用|ausgeschieden|inaktiv|gekündigt|ausgetreten|pensioniert|퇴직|퇴사|終止|不在職|inactiveassignment|inactivepayrolleligible|inactivenopayroll|terminateassignment|無效|无效|失效|已失效|裁撤|已裁撤|撤銷|已撤銷|撤销|已撤销",
  leave:
    "留停|留職停薪|停薪留職|育嬰留停|停薪留职|休假|产假|休職|休職中|育児休業|育休|産休|onleave|suspendedpayrolleligible|suspendednopayroll|leave|leaveofabsence|loa|paidleave|unpaidleave|maternityleave|suspended|elternzeit|mutterschutz|beurlaubt|ruhend|unbezahlterurlaub|휴직|sabbatical|leavewithpay|leavewithoutpay",
};

export const yesNoWords: Readonly<Record<"yes" | "no", string>> = {
  yes: "y|yes|true|1|是|有|啟用|有效|启用|ja|j|○|在職|在职|active|enabled|aktiv|有効",
  no: "n|no|false|0|否|無|停用|無效|无|nein|×|離職|离职|inactive|disabled|inaktiv|無効",
};

/** Words of a column that marks the rows of main and of further posts. */
export const postWords: Readonly<Record<"main" | "further", string>> = {
  main: "主|主職|主要|主任職|主要職務|本職|專任|正職|主职|本职|专任|正职|本務|primary|main|haupt|hauptstelle",
  further: "兼|兼職|兼任|次要|兼任職務|兼职|次|兼務|secondary|additional|concurrent|further|neben|nebenstelle",
};

/** The digits are those of ISO 5218. */
export const genderWords: Readonly<Record<"Male" | "Female" | "Other", string>> = {
  Male: "男|男性|m|male|männlich|maennlich|herr|mr|남|남성|1|先生",
  Female: "女|女性|f|female|weiblich|w|frau|ms|mrs|여|여성|2|小姐|女士",
  Other: "other|divers|d|x|其他|その他|9|nonbinary|non-binary|diverse",
};

/** Words that say how somebody is employed, and nothing about whether they still are. */
export const employmentTypes =
  "fulltime|parttime|contractor|permanent|temporary|intern|regular|fixedterm|freelance|consultant|casual|正職人員|約聘|約僱|約聘僱|派遣|兼職|工讀|工讀生|實習|全職|全职|兼职|实习|派遣员工|劳务|合同工|正社員|契約社員|派遣社員|パート|アルバイト|嘱託|unbefristet|befristet|vollzeit|teilzeit|minijob|aushilfe|praktikant|azubi|auszubildender|직원|계약직|정규직";

/** Words for rows that are no people of the company: guests of a directory, and accounts that nobody is. */
export const outsiders =
  "guest|guests|guestuser|external|externaluser|serviceaccount|systemaccount|sharedmailbox|roommailbox|testaccount|訪客|來賓|外部|外部人員|服務帳號|系統帳號|共用帳號|共用信箱|测试账号|访客|外部人员|服务账号|系统账号|共享邮箱|gast|gäste|extern|dienstkonto|systemkonto|funktionskonto|ゲスト|社外|サービスアカウント|게스트|외부";

/** Texts that databases and people write for nothing. */
export const fillerWords =
  "null|n/a|na|none|nil|-|--|---|無|无|なし|(空白)|(blank)|(null)|空|未填|未設定|k.a.|nomanager|no_manager|no manager|unassigned|tbd|\\n";

/** Last days that never come, beside 9999-12-31, which the reader knows (4712-12-31 is Oracle's). */
export const endlessDays =
  /^(?:4712[-/.]?12[-/.]?31.*|31[-/. ]?(?:dec|12)[-/. ]?(?:4712|9999)|(?:12|31)[-/.](?:31|12)[-/.](?:4712|9999))$/iu;

/** Parts of titles, the highest rank first; the first group of which a title contains a word decides. */
export const titleRanks: readonly RegExp[] = [
  /董事長|董事长|chair(?:man|woman|person)?|会長|vorstandsvors/iu,
  /總裁|总裁|執行長|总经理|總經理|首席執行|\bceo\b|president(?<!vice president)|社長|geschäftsführer|chief executive|managing director|general manager(?! assistant)/iu,
  /副總|副总|\bc[fotim]o\b|chief|vice president|\bvp\b|\bsvp\b|\bevp\b|副社長|専務|常務|vorstand|prokurist/iu,
  /協理|协理|總監|总监|director|本部長|執行役員|bereichsleiter|厂长|廠長|plant head/iu,
  /處長|处长|部長|部门总|head of|\bhead\b|部長|hauptabteilungsleiter/iu,
  /(?<!副|代理|專案|客戶|产品|產品)經理|经理|(?<!assistant |project |account |product )manager|次長|abteilungsleiter/iu,
  /副理|副经理|課長|课长|科長|科长|assistant manager|supervisor|team ?lead|gruppenleiter|teamleiter|課長|マネージャー/iu,
  /主任|組長|组长|班長|係長|lead|meister|vorarbeiter|主管|foreman/iu,
  /資深|高级|高級|senior|principal|主任技師|主査|専門|spezialist|specialist|專案經理/iu,
  /工程師|工程师|專員|专员|管理師|分析師|engineer|analyst|developer|designer|sachbearbeiter|referent|consultant|會計|accountant|担当|officer/iu,
  /助理|助手|助理員|assistant|clerk|operator|作業員|作业员|技術員|員工|worker|一般|社員|mitarbeiter|technician|職員|junior|assistenz|helfer|司機|保全/iu,
  /實習|实习|工讀|intern|trainee|アルバイト|パート|praktikant|azubi|auszubildende/iu,
];

/** Words of names of files and sheets that say what their rows are. */
export const tableWords = {
  people:
    /員工|人員|人事|名冊|在職|離職|員編|花名册|员工|人员|employee|staff|people|person|worker|user|roster|mitarbeiter|personal|perstamm|社員|従業員|職員|인사|pa0001|emp/iu,
  departments: /部門|單位|組織|部门|组织|department|dept|org|unit|abteilung|kostenstelle|部署|所属|t527/iu,
  titles: /職稱|職位|職務|职位|职务|title|job|grade|position|役職|stelle/iu,
} as const;
