import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { runCommand } from './cli/program.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);
/** Languages of blocks that a reader runs. */
const RUNNABLE = ['graphql', 'sh', 'console', 'python', 'ts', 'cypher'];

/** A test that runs blocks of a page, with the number of blocks of a language. */
type Runs = readonly [page: string, language: string, count: number, test: string];
const RUN: readonly Runs[] = [
  ['README.md', 'graphql', 1, 'test/server/pages.release-spec.ts'],
  ['docs/access.md', 'graphql', 2, 'test/cypher/cypher.e2e-spec.ts'],
  ['docs/adaptive.md', 'graphql', 8, 'test/adaptive/adaptive.e2e-spec.ts'],
  ['docs/adaptive.md', 'console', 1, 'test/adaptive/commands.e2e-spec.ts'],
  ['docs/context.md', 'graphql', 3, 'test/server/pages.release-spec.ts'],
  ['docs/context.md', 'sh', 1, 'test/server/pages.release-spec.ts'],
  ['docs/corrections.md', 'graphql', 7, 'test/server/walk-throughs.release-spec.ts'],
  ['docs/corrections.md', 'graphql', 1, 'test/server/pages.release-spec.ts'],
  ['docs/credit.md', 'graphql', 7, 'test/server/walk-throughs.release-spec.ts'],
  ['docs/credit.md', 'graphql', 3, 'test/server/pages.release-spec.ts'],
  ['docs/documents.md', 'graphql', 2, 'test/documents/documents.e2e-spec.ts'],
  ['docs/how-to.md', 'sh', 2, 'test/server/how-to.release-spec.ts'],
  ['docs/how-to.md', 'python', 1, 'test/server/how-to.release-spec.ts'],
  ['docs/kb-learning.md', 'graphql', 10, 'test/planning/walk-through.ts'],
  ['docs/knowledge.md', 'graphql', 5, 'test/layers/ingest.e2e-spec.ts'],
  ['docs/knowledge.md', 'sh', 3, 'test/documents/team-notes.release-spec.ts'],
  ['docs/knowledge.md', 'sh', 1, 'test/server/pages.release-spec.ts'],
  ['docs/explorer.md', 'graphql', 1, 'test/server/pages.release-spec.ts'],
  ['docs/mcp.md', 'sh', 2, 'test/server/pages.release-spec.ts'],
  ['docs/memory.md', 'graphql', 7, 'test/server/walk-throughs.release-spec.ts'],
  ['docs/memory.md', 'graphql', 4, 'test/server/pages.release-spec.ts'],
  ['docs/recipes.md', 'graphql', 15, 'test/server/walk-throughs.release-spec.ts'],
  ['docs/rtec.md', 'console', 5, 'test/fluents/walk-through.release-spec.ts'],
  ['docs/rtec.md', 'graphql', 1, 'test/fluents/walk-through.release-spec.ts'],
  ['docs/search.md', 'graphql', 1, 'test/server/pages.release-spec.ts'],
  ['docs/time.md', 'graphql', 7, 'test/server/walk-throughs.release-spec.ts'],
  ['docs/time.md', 'cypher', 1, 'test/server/pages.release-spec.ts'],
  ['docs/versions.md', 'graphql', 6, 'test/server/walk-throughs.release-spec.ts'],
  ['docs/versions.md', 'graphql', 3, 'test/server/pages.release-spec.ts'],
  ['docs/versions.md', 'cypher', 1, 'test/server/pages.release-spec.ts'],
];

/** Blocks that no test runs: how they begin, and the reason. */
const NOT_RUN: readonly (readonly [page: string, begins: string, reason: string])[] = [
  ['docs/access.md', 'heartwood keys create', 'a key for all namespaces closes the database that tests share; test/access runs each of these commands'], // prettier-ignore
  ['README.md', "import { heartwood } from 'heartwood-client';", 'needs the built package; test/clients calls the same functions'], // prettier-ignore
  ['README.md', 'from heartwood_client import', 'test/clients calls the same functions'],
  ['docs/configuration.md', 'ALLOWED_HOSTS=', 'a setting and no command'],
  ['docs/configuration.md', 'npm start -- --upgrade-database', 'needs Java 21 and a database of Java 17; test/managed upgrades one where both are'], // prettier-ignore
  ['docs/configuration.md', 'docker compose stop', 'needs Docker'],
  ['docs/connect.md', 'heartwood connect', 'writes settings of coding agents; src/cli/connect.spec.ts runs each of these commands'], // prettier-ignore
  ['docs/does-it-help.md', 'mutation {', 'withholds a memory of yours; test/trials/trials.e2e-spec.ts starts trials'],
  ['docs/how-to.md', 'heartwood connect', 'writes settings of coding agents; src/cli/connect.spec.ts runs each of these commands'], // prettier-ignore
  ['docs/knowledge.md', "import { heartwood } from 'heartwood-client';", 'needs the built package; test/layers/provide.e2e-spec.ts calls the same functions'], // prettier-ignore
  ['docs/operations.md', 'heartwood export moved', 'writes a folder; test/moving/moving.release-spec.ts runs each of these commands'], // prettier-ignore
  ['docs/operations.md', 'heartwood import --from', 'needs files of other programs; src/moving and test/moving read some'], // prettier-ignore
  ['docs/backup.md', 'heartwood backup kept', 'stops the database; test/moving/backup.release-spec.ts does'],
  ['docs/backup.md', 'docker run', 'needs Docker'],
  ['docs/backup.md', 'docker compose stop', 'needs Docker'],
  ['docs/mcp.md', 'ONNXRUNTIME_NODE_INSTALL=skip npm ci && npm run build', 'installs packages; CI does it'],
  ['docs/mcp.md', 'node dist/cli.js memories move', 'moves the memories of a real folder; test/memories/scopes.e2e-spec.ts moves some'], // prettier-ignore
  ['docs/memory.md', 'subscription {', 'waits for a job; test/memories/distillation.e2e-spec.ts listens to some'],
];

interface Block {
  readonly language: string;
  readonly text: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .map(([, language = '', block = '']) => ({ language, text: block }))
    .filter(({ language }) => RUNNABLE.includes(language));
}

const isListed = (page: string, { text }: Block) =>
  NOT_RUN.some(([where, begins]) => where === page && text.startsWith(begins));

/** Words that follow the name of the service in a sentence or a setting. */
const PROSE = new Set(['and', 'is', 'runs']);

/** True if the command line has this command; words after it are its arguments. */
async function isCommand(names: readonly string[]): Promise<boolean> {
  let usage = '';
  const output = { isTerminal: false, write: (text: string) => void (usage += text), note: () => undefined };
  const [first = '', second] = names;
  await runCommand([first, '--help'], {}, output);
  if (!usage.startsWith(`Usage: heartwood ${first} `)) return false;
  const below = /^ {2}(?!help\b)([a-z-]+)(?: |$)/gm;
  const subcommands = usage.includes('\nCommands:\n')
    ? [...usage.slice(usage.indexOf('\nCommands:\n')).matchAll(below)].map(([, name]) => name)
    : [];
  return second === undefined || subcommands.length === 0 || subcommands.includes(second) || usage.includes('[folder]');
}

describe('the commands of the documentation', () => {
  it.each(PAGES)('are run by a test, or listed with the reason: %s', (page) => {
    const counts = (blocks: readonly (readonly [string, number])[]) => {
      const sums = new Map<string, number>();
      for (const [language, count] of blocks) sums.set(language, (sums.get(language) ?? 0) + count);
      return Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    };
    const there = blocksOf(page).filter((block) => !isListed(page, block));
    // For a new block, either add a test that runs it and count it in RUN, or list it in NOT_RUN with the reason.
    expect(counts(RUN.filter(([where]) => where === page).map(([, language, count]) => [language, count]))).toEqual(
      counts(there.map(({ language }) => [language, 1])),
    );
  });

  it.each([...new Set(RUN.map(([page, , , test]) => `${test} ${page}`))])('are read by their test: %s', (pair) => {
    const [test = '', page = ''] = pair.split(' ');
    expect(existsSync(join(ROOT, test))).toBe(true);
    // Walk-throughs contain the page's name without its folder.
    expect(readFileSync(join(ROOT, test), 'utf8')).toContain(page.replace('docs/', ''));
  });

  it('leaves no reason for a block that is gone', () => {
    const gone = NOT_RUN.filter(([page, begins]) => !blocksOf(page).some(({ text }) => text.startsWith(begins)));
    expect(gone).toEqual([]);
  });

  const schema = buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'));
  it.each(PAGES)('fit the schema, run or not: %s', (page) => {
    const operations = blocksOf(page).filter(({ language }) => language === 'graphql');
    for (const { text } of operations) expect(validate(schema, parse(text)), text).toEqual([]);
  });

  it.each([...PAGES, 'CONTRIBUTING.md', 'ARCHITECTURE.md'])(
    'name commands, scripts and files that exist: %s',
    async (page) => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      const missing = [];
      for (const [, words = ''] of text.matchAll(/\bheartwood ((?:[a-z][a-z-]*\b(?!:) ?)+)/g)) {
        const names = words.trim().split(' ');
        if (PROSE.has(names[0] ?? '')) continue;
        if (!(await isCommand(names))) missing.push(`heartwood ${names.join(' ')}`);
      }
      for (const [, file = ''] of text.matchAll(/\b(?:node|bash) ((?:scripts|bench|\.ci)\/[\w./-]+)/g)) {
        if (!existsSync(join(ROOT, file))) missing.push(file);
      }
      expect(missing).toEqual([]);
    },
  );

  it('call scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const called = [...PAGES, 'CONTRIBUTING.md', 'ARCHITECTURE.md'].flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(
        ([, name = '']) => name,
      ),
    );
    const own = ['ci', 'i', 'install', 'pack', 'update'];
    expect(called.filter((name) => !own.includes(name) && !(name in scripts))).toEqual([]);
  });
});
