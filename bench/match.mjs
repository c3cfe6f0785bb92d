// npm run bench:match: measures whether contexts report correctly that nothing relevant is known, without losing
// right answers (docs/search.md). Accepts --sets, --set and --against as npm run bench:retrieval does; --save FILE
// stores the measurements.
import { writeFileSync } from 'node:fs';
import { table } from './lib/stats.mjs';
import { chosenBound, nothingSet, tableOfBounds } from './retrieval/match.mjs';
import { readOptions } from './retrieval/options.mjs';
import { InputError } from './retrieval/records.mjs';
import { each, withLoaded } from './retrieval/run.mjs';
import { context } from './retrieval/service.mjs';
import { builtInSet } from './retrieval/sets.mjs';

/** The set from which the service has documents when questions without an answer are asked. */
const CATALOG = 'tasks';

try {
  const { sets, configurations, save } = readOptions(process.argv.slice(3));
  const measured = [];
  for (const configuration of configurations) measured.push(await measure(configuration, sets.map(builtInSet)));
  if (save) writeFileSync(save, JSON.stringify(measured));
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function measure({ name, environment }, sets) {
  const about = nothingSet();
  let nothing = new Map();
  const answers = [];
  for (const set of sets) {
    console.error(`${name}: ${set.name}`);
    await withLoaded(set, environment, async ({ client, given }) => {
      const ask = async (text) => ({
        hits: (await context(client, text, 0)).hits.map(({ id, match }) => ({ id: given(id), match })),
        served: await context(client, text),
      });
      for (const [id, { hits, served }] of await each(set.queries, ask)) {
        const right = hits.filter((hit) => (set.grades.get(id).get(hit.id) ?? 0) > 0);
        const isGiven = new Set(served.hits.map((hit) => given(hit.id)));
        answers.push({
          set: set.name,
          group: set.groups.find(({ ids }) => ids.includes(id)).name,
          id,
          matches: hits.map(({ match }) => match),
          right: right.map(({ match }) => match),
          served: right.filter((hit) => isGiven.has(hit.id)).length,
        });
      }
      if (set.name === CATALOG) nothing = await each(about.queries, ask);
    });
  }
  const questions = about.queries.map(({ id, text, topic }) => {
    const { hits, served } = nothing.get(id) ?? { hits: [], served: {} };
    const best = Math.max(0, ...hits.map(({ match }) => match));
    const group = about.groups.find(({ ids }) => ids.includes(id)).name;
    return { id, text, topic, group, best, isSaid: served.nothingRelevant };
  });
  report(name, questions, answers);
  return { name, questions, answers };
}

function report(name, questions, answers) {
  const best = (of) => of.map((question) => question.best);
  const tuned = (of) => of.filter(({ group }) => group !== 'report');
  console.log(`\n${name}\n`);
  console.log(tableOfBounds(best(questions), answers));
  const { bound } = chosenBound(best(tuned(questions)), tuned(answers));
  console.log(`\nThe highest bound that loses no more than 2 % of the right answers of the tuning halves: ${bound}\n`);
  const asked = [
    ...['tune', 'report'].map((half) => [half, questions.filter(({ group }) => group === half)]),
    ...[...new Set(questions.map(({ topic }) => topic))].map((of) => [
      of,
      questions.filter(({ topic }) => topic === of),
    ]),
  ];
  const share = (count, all) => `${count} of ${all}`;
  const said = asked.map(([title, of]) => [
    `nothing, ${title}`,
    share(of.filter(({ isSaid }) => isSaid).length, of.length),
  ]);
  const sets = new Map(answers.map(({ set, group }) => [`${set}, ${group}`, { set, group }]));
  const kept = [...sets].map(([title, { set, group }]) => {
    const of = answers.filter((answer) => answer.set === set && answer.group === group);
    const right = of.reduce((sum, answer) => sum + answer.right.length, 0);
    return [title, share(right - of.reduce((sum, answer) => sum + answer.served, 0), right)];
  });
  console.log('As it is served:\n');
  console.log(table(['questions', 'answered by nothing'], said));
  console.log();
  console.log(table(['questions', 'right answers lost'], kept));
}
