// Finds the item that an action came from by the action's text, in a catalog of 100,000 items that share their words.
import { loadConfig } from '../../dist/config/config.js';
import { toDriver } from '../../dist/graph/values.js';
import { GraphService } from '../../dist/graph/graph.service.js';
import { ItemsService } from '../../dist/items/items.service.js';
import { lockCatalog } from '../../dist/items/items.statements.js';
import { NamesService } from '../../dist/items/names.service.js';
import { writeNames } from '../../dist/items/names.statements.js';
import { storedNames } from '../../dist/items/stored-names.js';
import { facetsOf } from '../../dist/knowledge/facets.js';
import { inferItems } from '../../dist/planning/attribution.js';
import { startService } from '../../dist/service.js';
import { batchesOf } from '../lib/batches.mjs';
import { ratioOf, ROUNDS, usedMs } from '../lib/bench.mjs';
import { generator } from '../lib/data.mjs';
import { timed } from '../lib/client.mjs';
import { recordTransactions } from '../lib/replay.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, quantile, spread } from '../lib/stats.mjs';

export const ownDatabase = true;

const NAMES = 'bench-names';
const ITEMS = 100_000;
const BATCH = 500;
const PLANS = 200;
const PROMPT = 10;
const VERBS = ['Open', 'Save', 'Export', 'Import', 'Show', 'Hide', 'Cut', 'Resample', 'Plot', 'Group'];
const OBJECTS = ['signal', 'plot', 'file', 'folder', 'layout', 'group', 'bus', 'channel', 'cursor', 'tab'];
const CREATE = `UNWIND $rows AS row CREATE (item:KnowledgeItem)
  SET item = row {.*, trust: 1.0, initialTrust: 1.0, documentHash: 'h', createdAt: datetime(), updatedAt: datetime(), trustSince: datetime()}`;
const SAVE = `mutation ($input: PlanInput!) { savePlan(input: $input) { steps { attribution item { id } } } }`;

/** Each control is in a menu that 2,500 others share; two thirds of the controls are in three menus; all have Apply. */
function itemOf(i) {
  const control = `${VERBS[i % 10]} ${OBJECTS[Math.floor(i / 10) % 10]} ${i % 3 === 0 ? i : Math.floor(i / 9)}`;
  const menu = `Menu ${i % 40}`;
  return {
    id: `item_${i}`,
    description: `Brings up ${OBJECTS[i % 7]} ${i % 997} of the measurement, in the ${menu} menu.`,
    uiLocation: `Main → ${menu} → ${control}`,
    actionSequence: [`click_menu('${menu}')`, `select_option('${control}')`, "click_button('Apply')"],
    shortcut: i % 50 === 0 ? `Ctrl+Shift+${i}` : null,
    control,
    menu,
  };
}

export async function measure({ driver, environment, service, client: clientOf }) {
  await load(driver);
  const inProcess = await startService(loadConfig({ ...environment, PORT: '0', LOG_LEVEL: 'error' }));
  try {
    const names = inProcess.app.get(NamesService, { strict: false });
    const items = inProcess.app.get(ItemsService, { strict: false });
    const graph = inProcess.app.get(GraphService, { strict: false });
    const catalog = {
      isComplete: () => names.isComplete(NAMES, null),
      find: (keys) => names.findNames(NAMES, null, keys),
      users: (asked) => names.findUsers(NAMES, null, asked),
      items: async (ids) => [...(await items.findItems(NAMES, ids)).values()],
    };
    const random = generator(5);
    const plans = Array.from({ length: PLANS }, () => planOf(random));
    const whole = (action) => ({ kbSource: null, ...action });
    const infer = ({ shown, actions }) =>
      inferItems(actions.map(whole), { retrieved: shown.map(itemOf), beside: [] }, catalog);
    // All inferred items must be right, and some must be inferred.
    let [right, unknown] = [0, 0];
    for (const plan of plans) {
      for (const [n, { itemId }] of (await infer(plan)).entries()) {
        if (itemId === null) unknown++;
        else if (itemId === `item_${plan.sources[n]}`) right++;
        else throw new Error(`${JSON.stringify(plan.actions[n])} came from item_${plan.sources[n]}, not ${itemId}`);
      }
    }
    if (right < PLANS || unknown < PLANS) throw new Error(`${right} inferred, ${unknown} not`);

    const sent = [];
    for (const plan of plans) sent.push(await recordTransactions(graph, () => infer(plan)));
    const client = clientOf(NAMES);
    const rounds = { infer: [], raw: [], cpu: [], rawCpu: [], save: [], saveCpu: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const before = process.cpuUsage();
      const inferred = await timed(plans, 1, infer);
      const cpu = usedMs(before) / PLANS;
      const beforeRaw = process.cpuUsage();
      const raw = await timed(sent, 1, (transactions) => sendAgain(driver, transactions));
      const rawCpu = usedMs(beforeRaw) / PLANS;
      const beforeSave = cpuMs(service.pid);
      const saved = await timed(plans, 1, ({ shown, actions }) =>
        client.query(SAVE, { input: { task: 'Do it', retrievedItems: shown.map((i) => `item_${i}`), actions } }),
      );
      const saveCpu = (cpuMs(service.pid) - beforeSave) / PLANS;
      if (round === 0) continue;
      rounds.infer.push(quantile(inferred.each, 0.95));
      rounds.raw.push(quantile(raw.each, 0.95));
      rounds.cpu.push(cpu);
      rounds.rawCpu.push(rawCpu);
      rounds.save.push(quantile(saved.each, 0.95));
      rounds.saveCpu.push(saveCpu);
    }
    client.close();
    return [
      {
        what: `attribution by name of a plan of 4 actions, ${ITEMS.toLocaleString('en')} items (${right} of ${4 * PLANS} inferred, 0 wrong), p95; in the process`,
        unit: 'ms',
        service: spread(rounds.infer),
        raw: spread(rounds.raw),
        ratio: ratioOf(rounds.infer, rounds.raw),
        cpu: `${median(rounds.cpu).toFixed(2)} / ${median(rounds.rawCpu).toFixed(2)} ms per call`,
        goal: '< 20 ms',
      },
      {
        what: 'savePlan of such a plan, p95',
        unit: 'ms',
        service: spread(rounds.save),
        cpu: `${median(rounds.saveCpu).toFixed(2)} ms per call`,
      },
    ];
  } finally {
    await inProcess.close();
  }
}

/** Items as the service would have saved them, but without vectors, since only their names are searched. */
async function load(driver) {
  const numbers = Array.from({ length: ITEMS }, (_, i) => i);
  await driver.executeQuery(lockCatalog.text, toDriver({ namespace: NAMES, now: new Date() }));
  for (const batch of batchesOf(numbers, BATCH)) {
    const items = batch.map(itemOf);
    const rows = items.map(({ id, description, uiLocation, actionSequence, shortcut }) => ({
      namespace: NAMES,
      id,
      ref: `item:${id}`,
      kind: 'ITEM',
      title: id,
      text: description,
      facets: facetsOf({ namespace: NAMES, kind: 'ITEM' }),
      description,
      uiLocation,
      actionSequence,
      shortcut,
      prerequisites: [],
      outputState: '',
      docCitation: 'GUI',
      parameters: '{}',
      extra: '{}',
      givenFields: [],
    }));
    await driver.executeQuery(CREATE, { rows });
    const named = items.map((item) => ({ id: item.id, documentHash: 'h', ...storedNames(item) }));
    await driver.executeQuery(writeNames.text, { namespace: NAMES, rows: named });
  }
}

/** Three of four actions come from an item of the prompt; they name a path, a control, a menu or an id. */
function planOf(random) {
  const some = () => Math.floor(random() * ITEMS);
  const shown = [...new Set(Array.from({ length: PROMPT }, some))];
  const sources = [shown[0], shown[1], shown[2], some()];
  const [path, control, id, any] = sources.map(itemOf);
  const actions = [
    { toolName: 'Click-Tool', toolArguments: { loc: [1, 2] }, reasoning: `Go to ${path.menu} → ${path.control} now` },
    { toolName: 'Click-Tool', toolArguments: { loc: [`last_state:option:${control.control}`] }, reasoning: 'Go on' },
    { toolName: 'Click-Tool', toolArguments: { loc: ['last_state:button:Apply'] }, reasoning: `From KB: ${id.id}` },
    { toolName: 'Click-Tool', toolArguments: { loc: [`last_state:menu:${any.menu}`] }, reasoning: 'Open the menu' },
  ];
  return { shown, sources, actions };
}

async function sendAgain(driver, transactions) {
  const session = driver.session({ defaultAccessMode: 'READ' });
  try {
    for (const { statement, parameters } of transactions.flatMap(({ calls }) => calls))
      await session.run(statement.text, toDriver(parameters));
  } finally {
    await session.close();
  }
}
