// Why pi would refuse the config of an MCP server, in pi's words. OAuth fields are pi-mcp's alone and not checked here.

const exposures = ["codemode", "deferred", "direct", "hidden"];
const exposureList = exposures.map((value) => `"${value}"`).join(", ");

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isStringRecord = (value: unknown) =>
  isRecord(value) && Object.values(value).every((entry) => typeof entry === "string");

const invalidBase = ({ enabled, timeout, description }: Record<string, unknown>): string | undefined => {
  if (enabled !== undefined && typeof enabled !== "boolean") return "enabled must be a boolean";
  if (description !== undefined && typeof description !== "string") return "description must be a string";
  if (timeout !== undefined && (typeof timeout !== "number" || !(timeout > 0)))
    return "timeout must be a positive number of seconds";
  return undefined;
};

const invalidHttp = (entry: Record<string, unknown>, url: string): string | undefined => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return "url must be an http or https URL";
  if (entry.headers !== undefined && !isStringRecord(entry.headers)) return "headers must map names to strings";
  return undefined;
};

const invalidStdio = ({ args, env, cwd }: Record<string, unknown>): string | undefined => {
  if (args !== undefined && !(Array.isArray(args) && args.every((arg) => typeof arg === "string")))
    return "args must be an array of strings";
  if (env !== undefined && !isStringRecord(env)) return "env must map names to strings";
  if (cwd !== undefined && typeof cwd !== "string") return "cwd must be a string";
  return undefined;
};

const invalidExposure = ({ exposure, toolExposure }: Record<string, unknown>): string | undefined => {
  const isExposure = (value: unknown) => exposures.includes(String(value)) || value === "codemode-deferred";
  if (exposure !== undefined && !isExposure(exposure)) return `exposure must be one of ${exposureList}`;
  if (toolExposure === undefined) return undefined;
  if (!isRecord(toolExposure)) return "toolExposure must map tool names to exposures";
  const wrong = Object.entries(toolExposure).find(([, value]) => !isExposure(value));
  return wrong && `toolExposure "${wrong[0]}" must be one of ${exposureList}`;
};

const invalidTransport = (name: string, entry: Record<string, unknown>): string | undefined => {
  const { type, url, command } = entry;
  if (type === "sse") return `server "${name}": legacy SSE transport is not supported; use the streamable HTTP URL`;
  const in_ = (reason: string | undefined) => reason && `server "${name}": ${reason}`;
  if (typeof url === "string" && (type === undefined || type === "http" || type === "streamable-http"))
    return in_(invalidHttp(entry, url));
  if (typeof command === "string" && (type === undefined || type === "stdio")) return in_(invalidStdio(entry));
  return `server "${name}" needs either "command" (stdio) or "url" (streamable HTTP)`;
};

export const invalidMcpConfig = (name: string, config: unknown): string | undefined => {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return `invalid server name "${name}" (use letters, digits, "_" and "-")`;
  if (!isRecord(config)) return `server "${name}" must be an object`;
  const base = invalidBase(config);
  if (base) return `server "${name}": ${base}`;
  const transport = invalidTransport(name, config);
  if (transport) return transport;
  const exposure = invalidExposure(config);
  return exposure && `server "${name}": ${exposure}`;
};
