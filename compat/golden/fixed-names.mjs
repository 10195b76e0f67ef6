// Loaded into both pis by `--import`: the names of their temporary files, eight random bytes, come in order instead.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { randomBytes } = crypto;
let count = 0;
crypto.randomBytes = (size, ...rest) => {
  const bytes = randomBytes(size, ...rest);
  if (size === 8) bytes.writeBigUInt64BE(BigInt(++count));
  return bytes;
};
syncBuiltinESMExports();
