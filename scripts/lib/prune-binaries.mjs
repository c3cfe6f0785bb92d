// onnxruntime-node contains its library for every platform, 288 MB; this machine needs 46 MB of them. Deletes the
// others, and prints that on standard output if it is run as a script (Dockerfile).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Keeps only the files for this machine in `bin/<ABI>/<platform>/<processor>`. Does nothing if the optional package
 * is not installed.
 *
 * @returns the deleted folders
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
