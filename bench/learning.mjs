// npm run bench:learning: measures whether the service helps. Agents carry out streams of tasks in simulated worlds
// with a hidden truth, without the service, with it, and with parts of its learning switched off
// (docs/does-it-help.md). The service sees only the agents' requests.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { graphqlClient } from './lib/client.mjs';
import { withDatabase } from './lib/database.mjs';
import { startServiceProcess } from './lib/service-process.mjs';
import { COVERAGE } from './learning/agents.mjs';
import { standingOf, tableOf } from './learning/report.mjs';
import { run } from './learning/run.mjs';
import { skillmemClient } from './learning/skillmem.mjs';
import { CHROMIUM } from './learning/web/browser.mjs';
import { closeBrowser } from './learning/web/world.mjs';
import { WORLDS } from './learning/worlds.mjs';

const USAGE = `npm run bench:learning -- [options]

  --worlds NAME,…   some of ${Object.keys(WORLDS).join(', ')}; default all
  --arms NAME,…     some of nothing, retrieval, learnings, trust, credit, captured; default all. skillmem is another program
                    (bench/learning/skillmem_lines.py), only if it is named, and for strategies and facts only
  --seeds N         runs of each arm, default 8
  --tasks N         tasks of a run, default 160
  --liars 0,0.2,…   shares of agents who lie; default 0
  --coverage N      share of entries by which hooks recognise what a step followed (captured); default ${COVERAGE}
  --gammas …        values of TRUST_GAMMA for the arms that rank by trust; default 1
  --policies …      values of POLICY for them; default measured
  --with A=b,C=d;…  further settings of the service for the arms that report, one run of all for each; default none
  --save FILE       write all records down
`;
/** Number of concurrent runs. */
const IN_FLIGHT = 8;
/** Arms in which trust affects the ranking. */
const RANKED = ['trust', 'credit', 'captured'];
/** Each run has a namespace of its own. */
let namespaces = 0;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: Object.fromEntries(
    ['worlds', 'arms', 'seeds', 'tasks', 'liars', 'coverage', 'gammas', 'policies', 'with', 'save']
      .map((name) => [name, { type: 'string' }])
      .concat([['help', { type: 'boolean' }]]),
  ),
});
const list = (given, fallback) => (given ?? fallback).split(',').map((each) => each.trim());
const seeds = Number(values.seeds ?? 8);
const tasks = Number(values.tasks ?? 160);
const coverage = Number(values.coverage ?? COVERAGE);

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
    list(values.gammas, '1').map((gamma) => ({ POLICY: policy, TRUST_GAMMA: gamma })),
  );
  const further = (values.with ?? '').split(';').map((each) =>
    Object.fromEntries(
      each
        .split(',')
        .filter(Boolean)
        .map((setting) => setting.trim().split('=')),
    ),
  );
  const without = { POLICY: 'measured', TRUST_GAMMA: '0' };
  const wanted = list(values.arms, 'nothing,retrieval,learnings,trust,credit,captured');
  const some = (...arms) => arms.filter((arm) => wanted.includes(arm));
  const results = [];
  await withDatabase(async (database) => {
    results.push(...(await each(worlds, [0], without, some('nothing', 'retrieval', 'skillmem'), database)));
    const ranking = settings.flatMap((setting) => further.map((more) => ({ ...setting, ...more })));
    for (const environment of [without, ...ranking]) {
      const arms = environment === without ? some('learnings') : some(...RANKED);
      results.push(...(await each(worlds, liars, environment, arms, database)));
      // Results are written after each run, so that an interrupted benchmark keeps what it has measured.
      if (values.save) writeFileSync(values.save, JSON.stringify(results));
    }
  }).finally(closeBrowser);
  for (const world of worlds) {
    for (const share of liars) {
      const of = results.filter(
        (result) =>
          result.world === world && (result.liars === share || !['learnings', ...RANKED].includes(result.arm)),
      );
      console.log(
        `\n${world}, ${tasks} tasks${share > 0 ? `, ${100 * share} % of the agents lie` : ''}\n\n${tableOf(of)}`,
      );
      if (of.some(({ probes }) => probes.some((each) => each?.length > 0))) console.log(`\n${standingOf(of)}`);
    }
  }
}

async function each(worlds, liars, environment, arms, database) {
  if (arms.length === 0) return [];
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
        const settings = RANKED.includes(arm) ? named(environment) : '';
        const result = { world, arm, liars: share, settings, runs: [], probes: [] };
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
          const namespace = `run-${++namespaces}`;
          const isSkillmem = result.arm === 'skillmem';
          const client = isSkillmem ? skillmemClient() : graphqlClient(service.url, namespace);
          try {
            const world = WORLDS[result.world](seed, tasks);
            const { arm, liars: share } = result;
            const probes = (result.probes[seed - 1] = []);
            const probe = isSkillmem ? undefined : (standing) => probes.push(standing);
            result.runs[seed - 1] = await run({ world, arm, seed, tasks, liars: share, coverage, client, probe });
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

function named({ POLICY, TRUST_GAMMA, ...more }) {
  const further = Object.entries(more).map(([name, value]) => `, ${name}=${value}`);
  return `γ ${TRUST_GAMMA}${POLICY === 'measured' ? '' : `, ${POLICY}`}${further.join('')}`;
}
