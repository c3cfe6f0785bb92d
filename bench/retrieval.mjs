// npm run bench:retrieval: measures how well questions find their documents through the public API, with the sets of
// the repository or with the user's own judgements (bench/retrieval/README.md).
import { writeFileSync } from 'node:fs';
import { FOUND_METRICS, foundOf, METRICS, scoresOf, standsBefore } from './retrieval/metrics.mjs';
import { readOptions, USAGE } from './retrieval/options.mjs';
import { outsideSet } from './retrieval/outside.mjs';
import { InputError, readSet } from './retrieval/records.mjs';
import { betterOf, tableOf } from './retrieval/report.mjs';
import { answersTo } from './retrieval/run.mjs';
import { builtInSet, ownSet } from './retrieval/sets.mjs';

try {
  const options = readOptions(process.argv.slice(3));
  if (options.help) console.log(USAGE);
  else await measure(options, setsOf(options));
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** Invalid input is reported here, before a database starts. */
function setsOf({ files, folders, as, sets, baseline }) {
  const all = folders?.map(outsideSet) ?? (files ? [ownSet(readSet(files), as)] : sets.map(builtInSet));
  if (baseline) for (const set of all) savedRanking(baseline, set);
  return all;
}

async function measure({ configurations, baseline, save }, sets) {
  const saved = {};
  for (const set of sets) {
    const measured = [];
    const plain = new Map();
    for (const { name, environment } of configurations) {
      console.error(`${set.name}: ${set.queries.length} questions, ${set.documents.length} documents, ${name}`);
      const { service, ...others } = await answersTo(set, environment);
      measured.push(ranking(name, set, service));
      // These depend on the embedder only.
      for (const [title, answers] of Object.entries(others))
        if (!plain.has(title)) plain.set(title, ranking(title, set, answers));
    }
    saved[set.name] = measured[0].scores;
    if (baseline) measured.push(savedRanking(baseline, set));
    const rankings = [...plain.values(), ...measured];
    const metrics = set.budgets ? FOUND_METRICS : METRICS;
    console.log(`\n${set.name}, ${set.documents.length} documents\n`);
    const beside = set.budgets ? [measured[0], betterOf([...plain.values()], metrics)] : undefined;
    console.log(tableOf({ ...set, metrics }, rankings, measured.length > 1 ? measured : beside));
    if (set.leftOut) console.log(`\nQuestions without a relevant document, left out: ${set.leftOut}`);
    const amended = rankings.flatMap(({ name, before }) => (before?.length > 0 ? [`${name} ${countOf(before)}`] : []));
    if (amended.length > 0) console.log(`\nA text that amends others before these: ${amended.join('; ')}`);
  }
  if (save) writeFileSync(save, JSON.stringify({ name: configurations[0].name, sets: saved }));
}

/** `before`: for each question with documents that a later one amends, whether the later one stands before them. */
function ranking(name, { queries, grades, budgets, stale }, answers) {
  const neededOf = (id) => new Set(grades.get(id).keys());
  const scored = (id, { found, contexts }) =>
    budgets ? foundOf(found, contexts, neededOf(id)) : scoresOf(found, grades.get(id));
  return {
    name,
    scores: Object.fromEntries(queries.map(({ id }) => [id, scored(id, answers.get(id))])),
    before: queries
      .filter(({ id }) => stale?.get(id).size > 0)
      .map(({ id }) => standsBefore(answers.get(id).found, neededOf(id), stale.get(id))),
  };
}

function countOf(values) {
  return `${values.filter(Boolean).length} of ${values.length}`;
}

function savedRanking({ file, name, sets }, { name: set, queries }) {
  const scores = sets[set] ?? {};
  const missing = queries.find(({ id }) => !(id in scores));
  if (missing) throw new InputError([{ file, line: null, rule: `has no scores of ${set}, question ${missing.id}` }]);
  return { name: `saved: ${name}`, scores };
}
