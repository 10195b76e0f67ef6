// The MCP servers the extensions registered, as data. No server is ever connected here.
import { invalidMcpConfig } from "./mcp-server-config.ts";

export interface McpServer {
  readonly name: string;
  readonly config: Record<string, unknown>;
  readonly extensionPath: string;
}

export interface McpServers {
  register(server: McpServer): void;
  /** Only the extension that registered a server can take it out; anything else is silently nothing. */
  unregister(name: string, extensionPath: string): void;
  get(name: string): McpServer | undefined;
  /** Copies, in the order of registration. */
  list(): McpServer[];
  onChange(listener: () => void): void;
}

export const createMcpServers = (): McpServers => {
  const servers = new Map<string, McpServer>();
  let changed = () => {};
  return {
    register: (server) => {
      servers.set(server.name, server);
      changed();
    },
    unregister: (name, extensionPath) => {
      if (servers.get(name)?.extensionPath !== extensionPath) return;
      servers.delete(name);
      changed();
    },
    get: (name) => servers.get(name),
    list: () => [...servers.values()].map((server) => ({ ...server, config: structuredClone(server.config) })),
    onChange: (listener) => {
      changed = listener;
    },
  };
};

const namespaceOf = (name: string) => name.replaceAll("-", "_");

/** Why a server cannot be registered, in pi's words, or `undefined`. The full rules of the config are pi-mcp's. */
export const refuseMcpServer = (
  servers: McpServers,
  name: string,
  config: unknown,
  extensionPath: string,
): string | undefined => {
  const reason = invalidMcpConfig(name, config);
  if (reason) return `Invalid MCP server registered by extension "${extensionPath}": ${reason}`;
  const owner = servers.get(name)?.extensionPath;
  if (owner !== undefined && owner !== extensionPath)
    return `MCP server "${name}" is already registered by extension "${owner}"`;
  const clash = servers.list().find((other) => other.name !== name && namespaceOf(other.name) === namespaceOf(name));
  return clash && `MCP server "${name}" conflicts with registered server "${clash.name}"`;
};
