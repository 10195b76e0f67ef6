// Renders a value on one line for an error message.

const limit = 200;

/** `value` as short JSON-like text: functions as `[function name]`, cycles as `[circular]`, cut at 200 characters. */
export const describeValue = (value: unknown): string => {
  if (value === undefined) return "undefined";
  if (typeof value === "function") return `[function ${value.name || "anonymous"}]`;
  if (typeof value === "symbol" || typeof value === "bigint") return value.toString();
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const parents: object[] = [];
  const text = JSON.stringify(value, function (this: unknown, _key: string, item: unknown) {
    if (typeof item === "function") return `[function ${item.name || "anonymous"}]`;
    if (typeof item === "bigint" || typeof item === "symbol") return item.toString();
    if (typeof item !== "object" || item === null) return item;
    while (parents.length > 0 && parents.at(-1) !== this) parents.pop();
    if (parents.includes(item)) return "[circular]";
    parents.push(item);
    return item;
  });
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
};
