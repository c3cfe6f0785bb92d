// Counts the lines of code in which the redaction of secrets removes something: in Python's standard library, if it
// is installed, and in the packages of this project except minified files. Code contains no secrets, so each line is
// a false positive, except for keys invented by tests. Prints the share and the lines; docs/security.md has the
// result.
//
//   npm run build && node scripts/secrets-in-code.mjs [folder…]

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redacting } from '../dist/secrets/redact.js';

const CODE = /\.(?:py|[cm]?js|[cm]?ts|tsx|jsx)$/;
const LONGEST_LINE = 500;
const folders = process.argv.slice(2);
if (folders.length === 0) folders.push(...pythons(), 'node_modules');

for (const folder of folders) {
  const count = { files: 0, lines: 0, cut: 0 };
  const rules = new Map();
  const examples = [];
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n');
    if (lines.some((line) => line.length > LONGEST_LINE)) continue; // minified, or data
    count.files++;
    count.lines += lines.length;
    const { text: without, cuts } = redacting(text);
    if (without === text) continue;
    const after = new Set(without.split('\n'));
    const gone = lines.filter((line) => !after.has(line));
    count.cut += gone.length;
    for (const { rule } of cuts) rules.set(rule, (rules.get(rule) ?? 0) + 1);
    examples.push(...gone.map((line) => `${file}: ${line.trim()}`));
  }
  const share = ((10_000 * count.cut) / count.lines).toFixed(2);
  console.log(`${folder}: ${count.files} files, ${count.lines} lines, ${count.cut} cut, ${share} in 10,000`);
  for (const [rule, times] of [...rules].sort((a, b) => b[1] - a[1])) console.log(`  ${times} ${rule}`);
  for (const example of examples) console.log(`    ${example}`);
}

function pythons() {
  try {
    const script = 'import sysconfig; print(sysconfig.get_paths()["stdlib"])';
    return [execFileSync('python3', ['-c', script], { encoding: 'utf8' }).trim()];
  } catch {
    return []; // Python is not installed.
  }
}

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'dist-packages' && entry.name !== 'site-packages') yield* filesIn(path);
    } else if (
      entry.isFile() &&
      CODE.test(entry.name) &&
      !/\.min\./.test(entry.name) &&
      statSync(path).size < 1_000_000
    ) {
      yield path;
    }
  }
}
