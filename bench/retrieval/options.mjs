// Parses the arguments of `npm run bench:retrieval`. Pure, except that it reads the files named.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { InputError } from './records.mjs';

const PROFILES = ['factual', 'episodic', 'procedural', 'catalog'];
export const SETS = ['two-hop', 'conversation', 'procedure', 'tasks'];

/** Settings that the benchmark itself makes for each of its databases. */
const RESERVED = /^(NEO4J_|PORT$|HOST$|API_KEYS$)/;

export const USAGE = `npm run bench:retrieval -- [options]

  --documents d.jsonl --queries q.jsonl --judgements j.tsv
                     your own judgements instead of the sets of the repository (bench/retrieval/README.md)
  --as PROFILE       what your documents are: ${PROFILES.join(', ')}; default episodic with a session, else factual
  --from FOLDER      a public set in FOLDER instead (bench/retrieval/README.md); may be repeated
  --sets NAME,…      some of ${SETS.join(', ')}; default all
  --set KEY=VALUE    setting of the service; may be repeated
  --against KEY=VALUE
                     setting of a second service, which the first is compared with; may be repeated
  --save FILE        write the scores of the first service down, a question each
  --baseline FILE    compare with scores that were saved, in place of --against
`;

/**
 * @param given arguments of the command line
 * @returns `{ files, folders, as, sets, configurations: [{ name, environment }], save, baseline }`; if there are two
 *   configurations, the first is compared with the second
 * @throws InputError for invalid arguments
 */
export function readOptions(given) {
  const { values } = parsed(given);
  const { documents, queries, judgements } = values;
  const named = [documents, queries, judgements].filter((name) => name !== undefined);
  const own = named.length > 0;
  if (own && named.length < 3) fail('--documents, --queries and --judgements go together');
  if (own && values.sets) fail('--sets names sets of the repository, --documents your own');
  if (values.from && (own || values.sets)) fail('--from has sets of its own');
  if (values.as && !own) fail('--as says what --documents are');
  if (values.as && !PROFILES.includes(values.as)) fail(`--as must be one of ${PROFILES.join(', ')}`);
  if (values.against && values.baseline) fail('--against or --baseline, not both');
  const sets = values.sets?.split(',').map((name) => name.trim()) ?? SETS;
  for (const set of sets) if (!SETS.includes(set)) fail(`--sets: ${set} is none of ${SETS.join(', ')}`);
  return {
    help: values.help ?? false,
    files: own ? { documents: file(documents), queries: file(queries), judgements: file(judgements) } : undefined,
    folders: values.from,
    as: values.as,
    sets,
    ...configurations(values),
    save: values.save,
    baseline: values.baseline === undefined ? undefined : baseline(values.baseline),
  };
}

function parsed(given) {
  const text = { type: 'string' };
  const texts = { type: 'string', multiple: true };
  try {
    return parseArgs({
      args: given,
      options: {
        documents: text,
        queries: text,
        judgements: text,
        from: texts,
        as: text,
        sets: text,
        set: texts,
        against: texts,
        save: text,
        baseline: text,
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    return fail(error.message);
  }
}

/** The configurations given; by default the service with its default settings, and words only for comparison. */
function configurations({ set, against, baseline: saved }) {
  if (!set && !against && !saved) return { configurations: [configuration({}), configuration({ EMBEDDER: 'none' })] };
  const all = [configuration(environment('--set', set ?? []))];
  if (against) all.push(configuration(environment('--against', against)));
  return { configurations: all };
}

function configuration(settings) {
  const name = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  return { name: name.join(' ') || 'default settings', environment: settings };
}

function environment(option, pairs) {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(pair) ?? fail(`${option} ${pair}: must be KEY=VALUE`);
      if (RESERVED.test(key)) fail(`${option} ${key}: each service has a database of its own`);
      return [key, value];
    }),
  );
}

function file(name) {
  try {
    return { name, text: readFileSync(name, 'utf8') };
  } catch (error) {
    throw new InputError([{ file: name, line: null, rule: `cannot be read: ${error.message}` }]);
  }
}

const SCORES = z.record(z.string(), z.number());
const SAVED = z.object({ name: z.string(), sets: z.record(z.string(), z.record(z.string(), SCORES)) });

/** Reads scores written by `--save`. */
function baseline(name) {
  const { text } = file(name);
  try {
    return { file: name, ...SAVED.parse(JSON.parse(text)) };
  } catch {
    throw new InputError([{ file: name, line: null, rule: 'was not written by --save' }]);
  }
}

function fail(rule) {
  throw new InputError([{ file: 'arguments', line: null, rule }]);
}
