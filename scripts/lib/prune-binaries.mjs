// onnxruntime-node brings its library for every platform, 288 MB; this one needs 46 of them. Removes the others, and says so
// on standard output when it is started by itself (Dockerfile).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Leaves of `bin/<ABI>/<platform>/<processor>` those of this machine. Nothing happens where the package, which is optional,
 * is not installed.
 *
 * @returns folders that were removed
 */
export function pruneBinaries(modules = join(root, 'node_modules')) {
  const bin = join(modules, 'onnxruntime-node', 'bin');
  const removed = [];
  for (const abi of foldersIn(bin)) {
    for (const platform of foldersIn(abi.path)) {
      const others =
        platform.name === process.platform
          ? foldersIn(platform.path).filter(({ name }) => name !== process.arch)
          : [platform];
      for (const { path } of others) {
        rmSync(path, { recursive: true });
        removed.push(path);
      }
    }
  }
  return removed;
}

function foldersIn(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, path: join(path, name) }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of pruneBinaries()) console.log(`removed ${path}`);
}
