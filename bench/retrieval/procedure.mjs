// Generates the procedure set: agents' notes on completed tasks, and new tasks that ask for the same in other words.
// The procedure for exactly this target has grade 2, the same procedure for another target grade 1. Pure: the same
// bytes in every run.
import { chooser, dataOf, sentence } from './words.mjs';

const SEED = 1_843;
const TARGETS = 5;
const TASKS = 100;
/** Share of the tasks that name their target as the memory does. */
const SAME_NAME = 0.5;
/** Share of the tasks that are written as tickets. */
const TICKETS = 0.4;

const { pools, families, tickets } = dataOf('procedure');

/** @returns `{ documents, queries, grades }` */
export function procedureSet() {
  const choose = chooser(SEED);
  const memories = families.flatMap((family) =>
    choose.some(pools[family.pool], TARGETS).map(([t, u]) => ({ family, t, u, ...memory(choose, family, t) })),
  );
  const all = choose.shuffled(memories);
  const ids = new Map(all.map((each, i) => [each, `procedure-${String(i + 1).padStart(3, '0')}`]));
  const asked = choose.some(
    families.flatMap((family) =>
      choose.some(
        all.filter((each) => each.family === family),
        3,
      ),
    ),
    TASKS,
  );
  const queries = asked.map(({ family, t, u }, i) => ({
    id: `task-${String(i + 1).padStart(3, '0')}`,
    text: taskOf(choose, family, choose.chance(SAME_NAME) ? { t, u: t } : { t: u, u }),
  }));
  const graded = (each, task) => [ids.get(each), each === task ? 2 : 1];
  return {
    documents: all.map((each) => ({ id: ids.get(each), title: each.title, text: each.text })),
    queries,
    grades: new Map(
      queries.map(({ id }, i) => [
        id,
        new Map(all.filter(({ family }) => family === asked[i].family).map((each) => graded(each, asked[i]))),
      ]),
    ),
  };
}

function taskOf(choose, { tasks, titles }, target) {
  const text = choose.chance(TICKETS)
    ? choose.write(tickets, { title: choose.write(titles, target) })
    : choose.write(tasks, target);
  return sentence(text);
}

/** The first line says when the procedure applies, followed by the steps, of which a note may omit some. */
function memory(choose, { titles, when, steps }, t) {
  const write = (text) => sentence(choose.write(text, { t }));
  const kept = steps.filter((_, i) => i < 2 || choose.chance(0.75));
  return {
    title: write(titles),
    text: [write(when), ...kept.map((step, i) => `${i + 1}. ${write(step)}`)].join('\n'),
  };
}
