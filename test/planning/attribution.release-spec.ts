import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlanningService, SAVE_PLAN, type SavedPlan, startPlanning } from './support.js';

// The actions of plans name things of a catalog whose items share many words. Attributions that are inferred from them
// must be correct.

let service: PlanningService;
beforeAll(async () => {
  service = await startPlanning();
});
afterAll(() => service.close());

const IMPORT =
  'mutation ($items: [JSON!]!, $application: String) { importCatalog(items: $items, application: $application) { created } }';

const MENUS = ['File', 'Edit', 'View', 'Mode', 'Tools', 'Window'];
const VERBS = ['Open', 'Save', 'Export', 'Import', 'Show', 'Hide', 'Cut', 'Resample'];
const OBJECTS = ['signal', 'plot', 'file', 'folder', 'layout', 'group', 'bus'];

interface Item {
  readonly knowledge_id: string;
  readonly menu: string;
  readonly control: string;
  readonly shortcut: string | null;
}

/**
 * There are 336 items. Every control occurs in six menus, except those of one menu in seven, which contain its name.
 */
const ITEMS: readonly Item[] = MENUS.flatMap((menu, m) =>
  VERBS.flatMap((verb, v) =>
    OBJECTS.map((object, o) => ({
      knowledge_id: `${verb}_${object}_${menu}`.toLowerCase(),
      menu,
      control: (m + v + o) % 7 === 0 ? `${verb} ${object} of ${menu}` : `${verb} ${object}`,
      shortcut: (m + v + o) % 5 === 0 ? `Ctrl+${'ABCDEFGHIJKL'[(v + o) % 12]}` : null,
    })),
  ),
);

const record = ({ knowledge_id, menu, control, shortcut }: Item) => ({
  knowledge_id,
  description: `${control}, in the menu ${menu}`,
  ui_location: `Menu → ${menu} → ${control}`,
  action_sequence: [`click_menu('${menu}')`, `select_option("${control}")`, "click_button('Apply')"],
  shortcut,
  prerequisites: [],
  output_state: `${knowledge_id}_done`,
  doc_citation: 'GUI',
});

interface Action {
  readonly toolName: string;
  readonly toolArguments?: object;
  readonly reasoning?: string;
  readonly kbSource?: string;
}

/** Actions of an agent that carries out an item but does not name it. */
const ACTIONS: readonly ((item: Item) => Action)[] = [
  ({ control }) => ({ toolName: 'Click-Tool', toolArguments: { loc: [`last_state:option:${control}`] } }),
  ({ menu, control }) => ({
    toolName: 'Click-Tool',
    toolArguments: { loc: [1, 2] },
    reasoning: `${menu} → ${control}`,
  }),
  ({ menu }) => ({ toolName: 'Click-Tool', toolArguments: { loc: [`last_state:menu:${menu}`], button: 'left' } }),
  ({ control }) => ({ toolName: 'Click-Tool', toolArguments: { label: control }, reasoning: 'Go on' }),
  ({ shortcut }) => ({ toolName: 'Shortcut-Tool', toolArguments: { shortcut: (shortcut ?? 'F12').toLowerCase() } }),
  ({ knowledge_id: id }) => ({ toolName: 'Click-Tool', reasoning: `Click it (from KB: ${id})`, kbSource: `KB ${id}` }),
  () => ({ toolName: 'Click-Tool', toolArguments: { loc: ['last_state:button:Apply'] } }),
  ({ control }) => ({ toolName: 'State-Tool', reasoning: `Find the "${control}" option` }),
  ({ control }) => ({
    toolName: 'Click-Tool',
    toolArguments: { loc: ['last_state:button:Next'] },
    reasoning: `'${control}'`,
  }),
];

/** A random generator with a seed, so that each run is the same. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const savePlan = async (headers: Record<string, string>, input: object) =>
  (await service.ask<{ savePlan: SavedPlan }>(SAVE_PLAN, { input: { task: 'Do it', ...input } }, headers)).savePlan;

describe('inferred attribution', () => {
  it('is never wrong in a catalog whose items share their names', async () => {
    const headers = { 'x-namespace': `test-${crypto.randomUUID()}` };
    await service.ask(IMPORT, { items: ITEMS.map(record) }, headers);
    const pick = random(7);
    const item = () => ITEMS[pick(ITEMS.length)] ?? ITEMS[0]!;
    const wrong: string[] = [];
    let [right, unshown, suggested] = [0, 0, 0];
    for (let plan = 0; plan < 12; plan++) {
      const shown = Array.from({ length: 10 }, item);
      const shownIds = [...new Set(shown.map(({ knowledge_id: id }) => id))];
      // Two of three actions come from an item of the prompt, the third from any item.
      const sources = Array.from({ length: 40 }, () => (pick(3) < 2 ? (shown[pick(10)] ?? item()) : item()));
      const actions = sources.map((source, index) => ACTIONS[index % ACTIONS.length]?.(source));
      const { steps } = await savePlan(headers, { retrievedItems: shownIds, actions });
      for (const { num, attribution, item: found, suggestions } of steps) {
        const source = sources[num]?.knowledge_id ?? '';
        if (!shownIds.includes(source)) unshown++;
        if (suggestions.length > 0) suggested++;
        if (attribution !== 'INFERRED') continue;
        if (found?.id === source && shownIds.includes(source)) right++;
        else wrong.push(`${JSON.stringify(actions[num])}: ${found?.id}, not ${source}`);
      }
    }
    expect(wrong).toEqual([]);
    // Some attributions are inferred: at least those by ids and paths of shown items, which are two of nine actions in
    // two of three cases.
    expect(right).toBeGreaterThan(70);
    expect([unshown > 100, suggested > 100]).toEqual([true, true]);
  });

  it('asks the items of the application of the plan, and those of none', async () => {
    const headers = { 'x-namespace': `test-${crypto.randomUUID()}` };
    const named = (knowledge_id: string, menu: string) =>
      record({ knowledge_id, menu, control: 'Plot', shortcut: null });
    const catalogs: [string | null, object[]][] = [
      ['viewer', [named('plot_signal', 'View')]],
      ['editor', [named('plot_text', 'Edit')]],
    ];
    for (const [application, items] of catalogs) await service.ask(IMPORT, { items, application }, headers);
    const plan = async (application: string | undefined) => {
      const { planningPrompt } = await service.ask<{
        planningPrompt: { receiptId: string; otherApplications: boolean | null };
      }>(
        'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId otherApplications } }',
        { input: { task: 'plot in the view', first: 1, application } },
        headers,
      );
      const actions = [{ toolName: 'Click-Tool', toolArguments: { loc: ['last_state:option:Plot'] } }];
      const { steps, retrieved } = await savePlan(headers, { receiptId: planningPrompt.receiptId, actions });
      expect(retrieved.map(({ id }) => id)).toEqual(['plot_signal']);
      const suggested = steps[0]?.suggestions.map((suggestion) => suggestion.item.id).toSorted();
      return [planningPrompt.otherApplications, steps[0]?.attribution, suggested];
    };
    expect(await plan('viewer')).toEqual([false, 'INFERRED', []]);
    expect(await plan(undefined)).toEqual([null, 'NONE', ['plot_signal', 'plot_text']]);
    // No item has this application. The prompt therefore contains items of all applications, and all are compared.
    expect(await plan('unheard_of')).toEqual([true, 'NONE', ['plot_signal', 'plot_text']]);
    await service.ask(IMPORT, { items: [named('plot_anything', 'Tools')] }, headers);
    expect(await plan('viewer')).toEqual([false, 'NONE', ['plot_anything', 'plot_signal']]);
  });
});

describe('an inference whose name another item takes later', () => {
  const REVIEW = `{ attributionsForReview { totalCount nodes { plan { task } step { num attribution decidedBy item { id } }
    takenBy { id } } } }`;
  const SAVE_ITEM = 'mutation ($item: KnowledgeItemInput!) { saveKnowledgeItem(input: $item) { id } }';
  const ATTRIBUTE = `mutation ($planId: ID!, $itemId: ID!) {
    attributeStep(planId: $planId, stepNum: 0, itemId: $itemId) { step { decidedBy item { id } } } }`;
  interface Reviews {
    readonly attributionsForReview: { readonly totalCount: number; readonly nodes: readonly object[] };
  }

  async function inferred() {
    const headers = { 'x-namespace': `test-${crypto.randomUUID()}` };
    const items = [record({ knowledge_id: 'plot_signal', menu: 'View', control: 'Plot', shortcut: null })];
    await service.ask(IMPORT, { items, application: 'viewer' }, headers);
    const { planningPrompt } = await service.ask<{ planningPrompt: { receiptId: string } }>(
      'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId } }',
      { input: { task: 'plot in the view', first: 1, application: 'viewer' } },
      headers,
    );
    const actions = [{ toolName: 'Click-Tool', toolArguments: { loc: ['last_state:option:Plot'] } }];
    const { id, steps } = await savePlan(headers, { receiptId: planningPrompt.receiptId, actions });
    expect(steps[0]).toMatchObject({ attribution: 'INFERRED', item: { id: 'plot_signal' } });
    return {
      planId: id,
      take: (itemId: string, application: string, control = 'Plot') =>
        service.ask(
          SAVE_ITEM,
          {
            item: {
              id: itemId,
              description: 'Plots.',
              uiLocation: 'Ribbon',
              actionSequence: [`click_button('${control}')`],
              prerequisites: [],
              outputState: '',
              docCitation: 'GUI',
              application,
            },
          },
          headers,
        ),
      reviews: async () => (await service.ask<Reviews>(REVIEW, {}, headers)).attributionsForReview,
      attribute: (itemId: string) =>
        service.ask<{ attributeStep: { step: { decidedBy: string[]; item: { id: string } } } }>(
          ATTRIBUTE,
          { planId: id, itemId },
          headers,
        ),
      remove: (itemId: string) =>
        service.ask('mutation ($ref: String!) { delete(ref: $ref) }', { ref: `item:${itemId}` }, headers),
    };
  }
  const NOTHING = { totalCount: 0, nodes: [] };

  it('stands, and is listed while the name is not its own alone', async () => {
    const { take, reviews, remove } = await inferred();
    expect(await reviews()).toEqual(NOTHING);
    await take('plot_text', 'editor');
    expect(await reviews()).toEqual(NOTHING);
    await take('plot_bars', 'viewer');
    expect(await reviews()).toEqual({
      totalCount: 1,
      nodes: [
        {
          plan: { task: 'Do it' },
          step: { num: 0, attribution: 'INFERRED', decidedBy: ['control plot'], item: { id: 'plot_signal' } },
          takenBy: [{ id: 'plot_bars' }],
        },
      ],
    });
    await take('plot_bars', 'viewer', 'Bars');
    expect(await reviews()).toEqual(NOTHING);
    await take('plot_bars', 'viewer');
    expect((await reviews()).totalCount).toBe(1);
    await remove('plot_bars');
    expect(await reviews()).toEqual(NOTHING);
  });

  it.each([
    ['confirms it', 'plot_signal', ['control plot']],
    ['says it was the other', 'plot_bars', []],
  ])('is off the list when a person %s', async (_, itemId, decidedBy) => {
    const { take, reviews, attribute } = await inferred();
    await take('plot_bars', 'viewer');
    expect((await reviews()).totalCount).toBe(1);
    expect((await attribute(itemId)).attributeStep.step).toEqual({ decidedBy, item: { id: itemId } });
    expect(await reviews()).toEqual(NOTHING);
    await take('plot_lines', 'viewer');
    expect(await reviews()).toEqual(NOTHING);
  });
});
