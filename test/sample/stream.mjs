// The work of agents in the demo data: the first tasks of the stream of one seed of `bench:learning`, which was chosen
// before its results were known, and is kept whole.
import { run } from '../../bench/learning/run.mjs';
import { WORLDS } from '../../bench/learning/worlds.mjs';

const SEED = 1;
/** Number of tasks, with which a load of the demo data takes as long as it did with a script written by hand. */
const TASKS = 18;

/** @type {import('../../src/sample/sample.story.js').Work} */
export async function work(ask, at) {
  const world = {
    ...WORLDS.gui(SEED, TASKS),
    // The story has loaded the catalog.
    load: () => Promise.resolve(),
    change: (_, turn) => Promise.resolve(at(turn / TASKS)),
  };
  const query = (text, variables, headers) =>
    ask({ agent: headers['x-agent'], session: headers['x-session'] }, text, variables);
  await run({ world, arm: 'credit', seed: SEED, tasks: TASKS, client: { query } });
}
