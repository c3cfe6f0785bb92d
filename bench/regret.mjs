// npm run bench:regret: measures how far the ranking of actions falls short of always choosing the best one
// (docs/adaptive.md). 500 tasks over 20 kinds of request with 4 actions of hidden quality; no database and no
// language model.
import { table } from './lib/stats.mjs';
import { regretOf, RULES, worldOf } from './adaptive/regret.mjs';

const WORLDS = 40;
const PARTS = 5;

const titles = {
  random: 'random choice',
  trust: 'by the trust of its kind alone (the rule until 0.2)',
  formula: 'the score, trust of the strategy as it is',
  service: 'the score, trust by requests like this one (the service)',
};
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

for (const [types, said] of [
  [20, '20 kinds of request, each a type of data of its own'],
  [5, '20 kinds of request in 5 types of data, told apart by their words alone'],
]) {
  const worlds = Array.from({ length: WORLDS }, (_, seed) => worldOf(seed + 1, types));
  const rows = Object.entries(RULES).map(([name, rule]) => {
    const runs = worlds.map((world) => regretOf(world, rule));
    const length = runs[0].length / PARTS;
    const parts = Array.from({ length: PARTS }, (_, part) =>
      mean(runs.map((run) => mean(run.slice(part * length, (part + 1) * length)))),
    );
    return [titles[name], ...parts.map((part) => part.toFixed(3)), mean(runs.map(mean)).toFixed(3)];
  });
  console.log(`\n${said}; regret a task, mean of ${WORLDS} worlds\n`);
  console.log(table(['choice', 'tasks 1–100', '101–200', '201–300', '301–400', '401–500', 'all'], rows));
}
