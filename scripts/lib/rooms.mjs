// Part of `npm run lint`: no room (a folder of src) is more than a person can hold. It has at most 5,000 lines, and no
// chain of imports within it passes more than eight files. Tests do not count. For the chains, neither do modules, which
// list what a room has, nor imports of types alone, which are gone at run time.
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST_LINES = 5_000;
const MOST_FLOORS = 8;

const src = fileURLToPath(new URL('../../src/', import.meta.url));

for (const room of readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const folder = join(src, room.name);
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.spec|\.d)\.ts$/.test(file));
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));

  const lines = [...texts.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  if (lines > MOST_LINES) refuse(`src/${room.name} has ${lines} lines, over ${MOST_LINES}.`);

  const chain = longestChain(texts);
  if (chain.length > MOST_FLOORS)
    refuse(`src/${room.name} has ${chain.length} floors, over ${MOST_FLOORS}: ${chain.join(' imports ')}.`);
}

function refuse(message) {
  console.error(`${message} Part it where it has a seam.`);
  process.exitCode = 1;
}

/** The most files of a room that import each other one after the other. There are no cycles (.dependency-cruiser.mjs). */
function longestChain(texts) {
  const chains = new Map();
  const chainOf = (file) => {
    if (!chains.has(file)) {
      const below = importsOf(file, texts.get(file)).filter((name) => texts.has(name) && !isModule(name));
      chains.set(file, [file, ...longest(below.map(chainOf))]);
    }
    return chains.get(file);
  };
  return longest([...texts.keys()].filter((file) => !isModule(file)).map(chainOf));
}

function longest(chains) {
  return chains.reduce((most, chain) => (chain.length > most.length ? chain : most), []);
}

function isModule(file) {
  return file.endsWith('.module.ts');
}

/** What a file imports at run time: ESLint has all types marked, so an import of nothing else is one of types alone. */
function importsOf(file, text) {
  return [...text.matchAll(/^(?:import|export) (?!type )([\w\s{},*]+) from '(\.[^']+)\.js';$/gm)]
    .filter(([, names]) => /\w/.test(names.replace(/\btype \w+/g, '')))
    .map(([, , from]) => normalize(join(file, '..', `${from}.ts`)));
}
