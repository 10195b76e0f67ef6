// A package registry for one run: it has our packed packages, and passes every other request on to the real one.
// So package managers install what a release would publish, by the commands a user types.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { type Packed, type PackedPackages, run } from "./pack.ts";

export interface LocalRegistry extends Disposable {
  readonly url: string;
}

const document = ({ manifest, tarball }: Packed, url: string) => {
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const dist = { tarball: `${url}/our-tarballs/${basename(tarball)}`, integrity };
  const { name, version } = manifest;
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
    // Package managers that wait some days before they take a release look at this.
    time: { [version]: "2020-01-01T00:00:00.000Z" },
  };
};

/** The manifest as it is packed: what only the workspace understands is not in it. */
const asPacked = (packed: Packed): Packed => ({
  ...packed,
  manifest: JSON.parse(readFileSync(join(packed.extracted, "package.json"), "utf8")),
});

const passOn = async (upstream: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const accept = request.headers.accept ? { accept: request.headers.accept } : {};
  const answer = await fetch(new URL(request.url ?? "/", upstream), { headers: accept });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
  if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
};

/** Listens on a free port of this machine until it is disposed. */
export const serveRegistry = async (packed: PackedPackages): Promise<LocalRegistry> => {
  const upstream = run("npm", ["config", "get", "registry"], packed.folder).trim();
  const byName = new Map(packed.packages.map((each) => [each.manifest.name, asPacked(each)]));
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/").slice(1);
    const ours = byName.get(path);
    try {
      if (ours) response.end(JSON.stringify(document(ours, url)));
      else if (path.startsWith("our-tarballs/")) response.end(readFileSync(join(packed.folder, basename(path))));
      else await passOn(upstream, request, response);
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
};
