// Converts a rule file of gitleaks (github.com/gitleaks/gitleaks, MIT) to src/secrets/gitleaks-rules.ts, and
// prints which rules were added, removed and changed. Without a file, it converts the stored one again.
//
//   npm run secrets:update [-- path/to/gitleaks.toml]

import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RE2JS } from 're2js';
import { readToml } from './lib/gitleaks-toml.mjs';

const SOURCE = fileURLToPath(new URL('secrets/gitleaks.toml', import.meta.url));
const TARGET = fileURLToPath(new URL('../src/secrets/gitleaks-rules.ts', import.meta.url));

const given = process.argv[2];
const from = given === undefined ? SOURCE : resolve(given);
const converted = convert(readToml(readFileSync(from, 'utf8')));
const before = existsSync(TARGET) ? rulesOf(readFileSync(TARGET, 'utf8')) : new Map();
writeFileSync(TARGET, print(converted));
if (from !== SOURCE) copyFileSync(from, SOURCE);
report(before, rulesOf(readFileSync(TARGET, 'utf8')));

/**
 * The rules that the service needs, which look at texts. Rules that also match a path are left out, because texts
 * have none.
 */
function convert({ allowlist = {}, rules = [] }) {
  const usable = rules.filter(({ regex, path }) => regex !== undefined && path === undefined);
  return {
    allowed: { regexes: allowlist.regexes ?? [], stopwords: allowlist.stopwords ?? [] },
    rules: usable.map(({ id, regex, keywords = [], secretGroup, entropy, allowlists = [] }) => {
      // A pattern that the library cannot compile fails here and not in the service.
      RE2JS.compile(regex);
      const allowed = allowlists
        // An exception that also depends on a path is left out, because texts have none.
        .filter(({ regexes, stopwords, condition, paths }) => (regexes || stopwords) && !(condition === 'AND' && paths))
        .map(({ regexes = [], stopwords = [], regexTarget = 'secret' }) => {
          for (const pattern of regexes) RE2JS.compile(pattern);
          return { target: regexTarget, regexes, stopwords: stopwords.map((word) => word.toLowerCase()) };
        });
      return {
        id,
        regex,
        keywords: keywords.map((word) => word.toLowerCase()),
        ...(secretGroup !== undefined && { secretGroup }),
        ...(entropy !== undefined && { entropy }),
        ...(allowed.length > 0 && { allowed }),
      };
    }),
  };
}

function print({ allowed, rules }) {
  return `// Made by \`npm run secrets:update\` from scripts/secrets/gitleaks.toml (gitleaks, MIT: scripts/secrets/LICENSE). Do not edit.
import type { Allowed, GitleaksRule } from './span.js';

/** What no rule takes for a secret. */
export const ALLOWED: Allowed = ${JSON.stringify({ target: 'secret', ...allowed })};

export const RULES: readonly GitleaksRule[] = [
${rules.map((rule) => `  ${JSON.stringify(rule)},`).join('\n')}
];
`;
}

function rulesOf(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('  {"id":'));
  return new Map(lines.map((line) => [JSON.parse(line.trim().replace(/,$/, '')).id, line]));
}

function report(old, now) {
  const added = [...now.keys()].filter((id) => !old.has(id));
  const gone = [...old.keys()].filter((id) => !now.has(id));
  const changed = [...now].filter(([id, line]) => old.has(id) && old.get(id) !== line).map(([id]) => id);
  console.log(`${now.size} rules: ${added.length} new, ${gone.length} gone, ${changed.length} changed`);
  for (const [sign, ids] of Object.entries({ '+': added, '-': gone, '~': changed })) {
    for (const id of ids) console.log(`${sign} ${id}`);
  }
}
