// Part of `npm run lint`: no room (a folder of src) has more lines than a person can hold. Tests do not count.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST_LINES = 5_000;

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').length - 1;

for (const room of readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const folder = join(src, room.name);
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.spec)\.ts$/.test(file));
  const lines = files.reduce((sum, file) => sum + linesOf(join(folder, file)), 0);
  if (lines <= MOST_LINES) continue;
  console.error(`src/${room.name} has ${lines} lines, over ${MOST_LINES}. Part it where it has a seam.`);
  process.exitCode = 1;
}
