/**
 * Finds answers of a service that is busy or under maintenance and says so only in words: the interface describes no status for it (R5).
 * Taken for success, such an answer would be a write that has done nothing, or "nobody there". Only plain statements about the service count, in
 * the properties that programs use for messages: names of departments, and refusals such as "maintain the titles first", have the same words.
 */

/** Does an answer consist of such a statement, and of no value? `text`: a body that is not JSON. */
export const saysBusy = (value: unknown, text?: string): boolean => {
  if (text !== undefined || typeof value === "string") return isBusy(text ?? (value as string));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const parts = Object.entries(value);
  const hasValue = parts.some(([name, part]) => !isMessage(name) && isValue(part)) || parts.some(saysDone);
  return !hasValue && parts.some(([name, part]) => isMessage(name) && textsIn(part).some(isBusy));
};

/**
 * Does an answer say that there were too many calls, by its error code or in words? A limit of people or of length has other words. Such limits
 * mostly count the calls of a minute.
 */
export const saysTooManyCalls = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).some(([name, part]) =>
    isMessage(name)
      ? textsIn(part).some((text) => text.length <= longest && tooMany.test(text))
      : /^error_?code$/i.test(name) && typeof part === "string" && tooManyCode.test(part),
  );
};

const tooManyCode =
  /(?:too[-_]?many[-_]?(?:requests|calls)|rate[-_]?limit(?:ed)?|throttl(?:ed|ing))(?:[-_]?exceeded|[-_]?reached)?$/i;

const tooMany =
  /\b(?:too many (?:requests|calls)|(?:rate|request|call)[- ]limit|throttled)\b|(?:呼叫|請求|请求|調用|调用|存取|访问)(?:次數|次数|頻率|频率)[^，。]{0,6}(?:上限|限制)|(?:呼叫|請求|请求|調用|调用|存取|访问)[^，。]{0,4}頻繁|(?:请求|调用|访问)[^，。]{0,4}频繁/i;

const isMessage = (name: string): boolean =>
  /^(?:message|msg|error|errors|error_?message|error_?msg|error_?expando|detail)$/i.test(name);

const isValue = (part: unknown): boolean => typeof part === "object" && part !== null;

const saysDone = ([name, part]: [string, unknown]): boolean =>
  (part === true && /^(?:is[-_]?)?(?:success|successful|succeeded|ok|model)$/i.test(name)) ||
  (typeof part === "string" && /^(?:ok|success|succeeded)$/i.test(part));

/** The texts of a message, or of a list of messages, such as `errorExpando`. */
const textsIn = (part: unknown): readonly string[] => {
  if (typeof part === "string") return [part];
  if (Array.isArray(part)) return part.slice(0, most).flatMap(textsIn);
  return typeof part === "object" && part !== null
    ? Object.entries(part).flatMap(([name, inner]) => (isMessage(name) && typeof inner === "string" ? [inner] : []))
    : [];
};
const most = 10;

const longest = 300;

const isBusy = (text: string): boolean => text.length <= longest && (english.test(text) || chinese.test(text));

const english =
  /\b(?:system|server|service|site|database)\b[^.,;]{0,20}\b(?:busy|overloaded|unavailable)\b|\b(?:under|down for|scheduled) maintenance\b|\bmaintenance mode\b|\btoo many requests\b|\b(?:try|retry)(?: again)? later\b|\btimed out\b|\btimeout expired\b|\bdeadlock/i;

const chinese =
  /(?:系統|系统|服務|服务)(?:目前|現在|现在|正在|現正|暫時|暂时)?(?:忙|繁忙)|(?:維護|维护|維修|维修|忙碌)中|(?:暫停|暂停)服[務务]|稍[後后候][^，。]{0,4}(?:再試|再试|重試|重试)|(?:連線|连接|處理|处理|查詢|查询|執行|执行)(?:逾時|超時|超时)/;
