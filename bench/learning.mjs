// npm run bench:learning: does it help? Agents carry out streams of tasks in worlds with a hidden truth, with and without the
// service, and with more or less of what it learns (docs/does-it-help.md). The service sees only what agents send.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { graphqlClient } from './lib/client.mjs';
import { withDatabase } from './lib/database.mjs';
import { startServiceProcess } from './lib/service-process.mjs';
import { lineOf, plotOf, tableOf } from './learning/report.mjs';
import { run } from './learning/run.mjs';
import { CHROMIUM } from './learning/web/browser.mjs';
import { closeBrowser } from './learning/web/world.mjs';
import { WORLDS } from './learning/worlds.mjs';

const USAGE = `npm run bench:learning -- [options]

  --worlds NAME,…   some of ${Object.keys(WORLDS).join(', ')}; default all
  --seeds N         runs of each arm, default 8
  --tasks N         tasks of a run, default 160
  --liars 0,0.2,…   shares of agents who lie; default 0
  --gammas …        values of TRUST_GAMMA for the arms that rank by trust; default 0.5,1
  --recoveries …    values of TRUST_RECOVERY for them; default none,verified,all
  --policies …      values of POLICY for them; default measured
  --save FILE       write all records down
  --plots FOLDER    write the drawings, one a world
`;
/** Runs at a time. */
const IN_FLIGHT = 8;
const WINDOW = 20;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: Object.fromEntries(
    ['worlds', 'seeds', 'tasks', 'liars', 'gammas', 'recoveries', 'policies', 'save', 'plots']
      .map((name) => [name, { type: 'string' }])
      .concat([['help', { type: 'boolean' }]]),
  ),
});
const list = (given, fallback) => (given ?? fallback).split(',').map((each) => each.trim());
const seeds = Number(values.seeds ?? 8);
const tasks = Number(values.tasks ?? 160);

if (values.help) console.log(USAGE);
else await measure();

async function measure() {
  const worlds = list(values.worlds, Object.keys(WORLDS).join(',')).filter((world) => {
    const runs = world !== 'web' || CHROMIUM !== undefined;
    if (!runs) console.error('No chromium found: the world web is left out; set CHROMIUM_PATH');
    return runs;
  });
  const liars = list(values.liars, '0').map(Number);
  const settings = list(values.policies, 'measured').flatMap((policy) =>
    list(values.gammas, '0.5,1').flatMap((gamma) =>
      list(values.recoveries, 'none,verified,all').map((recovery) => ({
        POLICY: policy,
        TRUST_GAMMA: gamma,
        TRUST_RECOVERY: recovery,
      })),
    ),
  );
  const without = { POLICY: 'measured', TRUST_GAMMA: '0', TRUST_RECOVERY: 'none' };
  const results = [];
  await withDatabase(async (database) => {
    results.push(...(await each(worlds, [0], without, ['nothing', 'retrieval'], database)));
    for (const environment of [without, ...settings]) {
      const arms = environment === without ? ['learnings'] : ['trust', 'credit'];
      results.push(...(await each(worlds, liars, environment, arms, database)));
    }
  }).finally(closeBrowser);
  for (const world of worlds) {
    for (const share of liars) {
      const of = results.filter(
        (result) =>
          result.world === world && (result.liars === share || result.arm === 'nothing' || result.arm === 'retrieval'),
      );
      console.log(
        `\n${world}, ${tasks} tasks${share > 0 ? `, ${100 * share} % of the agents lie` : ''}\n\n${tableOf(of)}`,
      );
      if (values.plots && share === 0)
        writeFileSync(`${values.plots}/learning-${world}.svg`, plotOf(`Tasks done: ${world}`, linesOf(of), WINDOW));
    }
  }
  if (values.save) writeFileSync(values.save, JSON.stringify(results));
}

/** Of the arms with several settings the first one. */
function linesOf(results) {
  const arms = [...new Set(results.map(({ arm }) => arm))];
  return arms.map((arm) => ({ name: arm, values: lineOf(results.find((result) => result.arm === arm).runs, WINDOW) }));
}

async function each(worlds, liars, environment, arms, database) {
  const { uri, user, password } = database;
  const service = await startServiceProcess({
    EMBEDDER: 'none',
    ...environment,
    NEO4J_URI: uri,
    NEO4J_USER: user,
    NEO4J_PASSWORD: password,
    HOST: '127.0.0.1',
  });
  const results = [];
  const jobs = [];
  for (const world of worlds) {
    for (const arm of arms) {
      for (const share of liars) {
        const settings = arm === 'trust' || arm === 'credit' ? named(environment) : '';
        const result = { world, arm, liars: share, settings, runs: [] };
        results.push(result);
        for (let seed = 1; seed <= seeds; seed++) jobs.push({ result, seed });
      }
    }
  }
  try {
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        for (let job = jobs.shift(); job; job = jobs.shift()) {
          const { result, seed } = job;
          const namespace = `${result.world}-${result.arm}-${result.liars}-${result.settings.replace(/\W+/g, '-')}-${seed}`;
          const client = graphqlClient(service.url, namespace);
          try {
            const world = WORLDS[result.world](seed, tasks);
            result.runs[seed - 1] = await run({ world, arm: result.arm, seed, tasks, liars: result.liars, client });
          } finally {
            client.close();
          }
        }
      }),
    );
  } finally {
    await service.stop();
  }
  console.error(`${named(environment)}: ${arms.join(', ')}`);
  return results;
}

function named({ POLICY, TRUST_GAMMA, TRUST_RECOVERY }) {
  return `γ ${TRUST_GAMMA}, recovery ${TRUST_RECOVERY}${POLICY === 'measured' ? '' : `, ${POLICY}`}`;
}
