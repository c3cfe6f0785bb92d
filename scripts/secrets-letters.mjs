// Counts which character follows which in names and words, for the detector of secrets (src/common/secrets/letters.ts):
// random characters follow each other in ways in which those of words do not. Reads text and code from folders, and word
// lists (JSON: an array of words) from files; each different word counts once, so that no file dominates.
//
//   node scripts/secrets-letters.mjs node_modules /usr/lib/python3.11 words-fr.json words-es.json

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0';
const READ = /\.(?:py|[cm]?js|[cm]?ts|tsx|jsx|md|txt|rst)$/;
const LONGEST_LINE = 500;
/** Words of each list, drawn evenly: the lists contain every inflected form. */
const OF_A_LIST = 40_000;
/** Words with as many changes between letters and digits are random themselves: keys in tests, checksums. */
const MOST_CHANGES = 3;
/** Bits are stored in quarters, as characters from this one on. */
const FIRST = 48;
const LONGEST = 62;

const words = new Set();
for (const path of process.argv.slice(2)) {
  if (path.endsWith('.json')) {
    const list = JSON.parse(readFileSync(path, 'utf8'));
    const step = Math.max(1, Math.floor(list.length / OF_A_LIST));
    for (let at = 0; at < list.length; at += step) add(String(list[at]));
  } else for (const file of filesIn(path)) addAll(readFileSync(file, 'utf8'));
}

const counts = LETTERS.split('').map(() => new Array(LETTERS.length).fill(0.5));
for (const word of words) {
  for (let at = 1; at < word.length; at++) counts[classOf(word[at - 1])][classOf(word[at])]++;
}
const rows = counts.map((row) => {
  const sum = row.reduce((a, b) => a + b);
  // A digit stands for ten characters.
  return row
    .map((count, to) => -Math.log2(count / sum) + (to === LETTERS.length - 1 ? Math.log2(10) : 0))
    .map((bits) => String.fromCharCode(FIRST + Math.min(LONGEST, Math.round(4 * bits))))
    .join('');
});
writeFileSync(
  'src/common/secrets/letters.ts',
  `// Made by \`scripts/secrets-letters.mjs\` from ${words.size} names and words. Do not edit.

/** The characters counted: small letters, capitals, and 0 for any digit. */
export const LETTERS = '${LETTERS}';
/**
 * Has a row for each of these characters. Its n-th character tells how surprising it is that the n-th of them follows
 * in a name or word, in quarters of a bit; the character \`0\` stands for 0.
 */
export const SURPRISE: readonly string[] = [
${rows.map((row) => `  ${JSON.stringify(row).replace(/'/g, '\\u0027').replace(/^"|"$/g, "'").replace(/\\"/g, '"')},`).join('\n')}
];
`,
);
console.log(`${words.size} names and words`);

function addAll(text) {
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE) continue;
    for (const [word] of line.matchAll(/[A-Za-z0-9]+/g)) add(word);
  }
}

function add(word) {
  if (!/^[A-Za-z0-9]{3,40}$/.test(word) || !/[A-Za-z]/.test(word)) return;
  if ((word.match(/[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])/g)?.length ?? 0) >= MOST_CHANGES) return;
  words.add(word);
}

function classOf(character) {
  return LETTERS.indexOf(character >= '0' && character <= '9' ? '0' : character);
}

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile() && READ.test(entry.name) && !/\.min\./.test(entry.name) && statSync(path).size < 500_000)
      yield path;
  }
}
