// npm run bench:retrieval: measures how well questions find their documents through the public API, with the sets of
// the repository or with the user's own judgements (docs/retrieval-bench.md).
import { writeFileSync } from 'node:fs';
import { scoresOf } from './retrieval/metrics.mjs';
import { readOptions, USAGE } from './retrieval/options.mjs';
import { InputError, readSet } from './retrieval/records.mjs';
import { tableOf } from './retrieval/report.mjs';
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
function setsOf({ files, as, sets, baseline }) {
  const all = files ? [ownSet(readSet(files), as)] : sets.map(builtInSet);
  if (baseline) for (const set of all) savedRanking(baseline, set);
  return all;
}

async function measure({ configurations, baseline, save }, sets) {
  const saved = {};
  for (const set of sets) {
    const measured = [];
    let fullText;
    for (const { name, environment } of configurations) {
      console.error(`${set.name}: ${set.queries.length} questions, ${set.documents.length} documents, ${name}`);
      const answers = await answersTo(set, environment);
      measured.push({ name, scores: scored(set, answers.service) });
      fullText ??= { name: 'plain full-text', scores: scored(set, answers.fullText) };
    }
    saved[set.name] = measured[0].scores;
    if (baseline) measured.push(savedRanking(baseline, set));
    console.log(`\n${set.name}, ${set.documents.length} documents\n`);
    console.log(tableOf(set.groups, [fullText, ...measured], measured.length > 1 ? measured : undefined));
    if (set.leftOut) console.log(`\nQuestions without a relevant document, left out: ${set.leftOut}`);
  }
  if (save) writeFileSync(save, JSON.stringify({ name: configurations[0].name, sets: saved }));
}

function scored({ queries, grades }, answers) {
  return Object.fromEntries(queries.map(({ id }) => [id, scoresOf(answers.get(id), grades.get(id))]));
}

function savedRanking({ file, name, sets }, { name: set, queries }) {
  const scores = sets[set] ?? {};
  const missing = queries.find(({ id }) => !(id in scores));
  if (missing) throw new InputError([{ file, line: null, rule: `has no scores of ${set}, question ${missing.id}` }]);
  return { name: `saved: ${name}`, scores };
}
