// The world `web`: an office in a browser, whose documentation is partly wrong. The results of attempts are
// determined by Chromium.
import { generator } from '../../lib/data.mjs';
import { COMMANDS, SETTINGS, VIEWS } from './app/commands.js';
import { openOffice } from './browser.mjs';
import { documentsOf, itemOf, stepsOf } from './documents.mjs';
import { TEMPLATES } from './templates.mjs';

const WRONG_SHARE = 0.3;
const TRIES = 2;
/** The content of a lie. */
const LIE = "open_view('Settings'); press_key('Escape')";

let office;

/** One browser for all runs, started on first use. */
function browser() {
  return (office ??= openOffice());
}

export async function closeBrowser() {
  await (await office)?.close();
  office = undefined;
}

export function webWorld(seed) {
  const truth = generator(19 * seed + 4);
  const documents = documentsOf(truth, WRONG_SHARE);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const templates = TEMPLATES.map((template) => [truth(), template])
    .sort((a, b) => a[0] - b[0])
    .map(([, template]) => template);
  const attempt = async (task, steps) => (await (await browser()).attempt(task, steps)).success;
  return {
    name: 'web',
    tries: TRIES,
    load: (client) =>
      client.query('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
        items: documents.map(itemOf),
      }),
    /** A few templates are drawn often, most of them rarely. */
    tasks(random) {
      const task = templates[Math.floor(templates.length * random() ** 2)].draw(random);
      return { ...task, key: task.template };
    },
    best: () => 1,
    /**
     * Without the service, the agent opens the place whose name matches the task and tries what it finds there, using
     * the menus.
     */
    async alone(task, random) {
      const view =
        VIEWS.find((name) => Object.values(task.start[name]).some((row) => row.name === task.values.row)) ??
        (task.text.includes('task') ? 'Tasks' : 'Settings');
      const there =
        view === 'Settings' ? Object.keys(SETTINGS) : Object.keys(COMMANDS).filter((id) => COMMANDS[id].view === view);
      const left = [...there];
      for (let attempts = 1; attempts <= TRIES; attempts++) {
        const [guess] = left.splice(Math.floor(random() * left.length), 1);
        if (await attempt(task, stepsOf(guess, 'menu'))) return { success: true, attempts };
      }
      return { success: false, attempts: TRIES };
    },
    fits: ({ template }, { id }) => byId.get(id)?.template === template,
    /** Carries out the steps of a learning if there is one, otherwise those of the given document. */
    works: async (task, _, instead, { actionSequence }) =>
      Number(await attempt(task, instead === undefined ? actionSequence : (instead.match(/\w+\('[^)]*\)/g) ?? []))),
    /** What the agent finds out solves its present task, whatever the document was about. */
    instead: (_, lies, { template }) => (lies ? LIE : `What works: ${stepsOf(template, 'menu').join('; ')}`),
    isGood: (id) => byId.get(id)?.fault === null,
    kinds: ['ITEM'],
  };
}
