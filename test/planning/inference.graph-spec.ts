import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NameableItem } from '../../src/items/item-names.js';
import type { NamesService } from '../../src/items/names.service.js';
import { type CatalogNames, inferItems, type Inference } from '../../src/planning/attribution.js';
import type { ActionText } from '../../src/planning/mentions.js';
import { type Kb, record, startKb } from '../items/support.js';

// Items are inferred from the text of single actions, by the names that the graph stores for a catalog.

const item = (
  id: string,
  uiLocation: string,
  actionSequence: string[],
  shortcut: string | null = null,
): NameableItem => ({
  id,
  description: '',
  uiLocation,
  actionSequence,
  shortcut,
});

const OPEN_FILES = item('open_files', 'Menu → File → Open', ["click_menu('File')", "select_option('Open')"], 'Ctrl+O');
const OPEN_FOLDER = item('open_folder', 'Menu → File → Open folder', [
  "click_menu('File')",
  "select_option('Open folder')",
]);
const CONCATENATE = item('concatenate_mode', 'Batch processing → Concatenate tab', ["select_tab('Concatenate')"]);
const RESAMPLE = item('resample', 'Modify & Export → Resample', [
  "select_tab('Modify & Export')",
  "click_button('Apply')",
]);
const CUT = item('cut_time', 'Modify & Export → Cut', ["select_tab('Modify & Export')", "click_button('Apply')"]);
const PLOT = item('plot_window', 'Single files → keyboard', ["select_tab('Channels')", "press_key('F2')"], 'F2');
const START = item('app_open', 'Operating system', ["launch_application('asammdf')", "wait_for_window('asammdf')"]);
const ALL = [OPEN_FILES, OPEN_FOLDER, CONCATENATE, RESAMPLE, CUT, PLOT, START];

const action = (given: Partial<ActionText>): ActionText => ({
  toolName: 'Click-Tool',
  toolArguments: {},
  reasoning: null,
  kbSource: null,
  ...given,
});

interface Given {
  readonly retrieved?: readonly NameableItem[];
  readonly beside?: readonly NameableItem[];
  /** Items of the catalog that are not in the prompt. */
  readonly others?: readonly NameableItem[];
}

let kb: Kb;
let names: NamesService;
beforeAll(async () => {
  kb = await startKb();
  names = kb.names;
});
afterAll(() => kb.close());

/** Namespaces by the items in them, so that one catalog serves many tests. */
const catalogs = new Map<string, string>();

async function catalogOf(items: readonly NameableItem[]): Promise<CatalogNames & { readonly namespace: string }> {
  const key = JSON.stringify(items);
  let namespace = catalogs.get(key);
  if (namespace === undefined) {
    namespace = `test-${crypto.randomUUID()}`;
    catalogs.set(key, namespace);
    await kb.catalog.importCatalog(namespace, items.map(recordOf));
  }
  return namesOfCatalog(namespace);
}

function namesOfCatalog(namespace: string): CatalogNames & { readonly namespace: string } {
  return {
    namespace,
    isComplete: () => names.isComplete(namespace, null),
    find: (keys) => names.findNames(namespace, null, keys),
    users: (asked) => names.findUsers(namespace, null, asked),
    items: async (ids) => [...(await kb.kb.findItems(namespace, ids)).values()],
  };
}

const recordOf = (given: NameableItem) =>
  record(given.id, {
    description: given.description === '' ? '-' : given.description,
    ui_location: given.uiLocation,
    action_sequence: given.actionSequence,
    shortcut: given.shortcut,
  });

async function infer(
  given: Partial<ActionText>,
  { retrieved = ALL, beside = [], others = [] }: Given = {},
): Promise<Inference> {
  const catalog = await catalogOf([...retrieved, ...beside, ...others]);
  const [inference] = await inferItems([action(given)], { retrieved, beside }, catalog);
  if (!inference) throw new Error('one action has one inference');
  return inference;
}

describe('an item is inferred', () => {
  it.each<[string, Partial<ActionText>, string]>([
    [
      'by the control a reference names',
      { toolArguments: { loc: ['last_state:tab:Concatenate'] } },
      'concatenate_mode',
    ],
    ['by a control in other case', { toolArguments: { loc: ['last_state:menu:concatenate'] } }, 'concatenate_mode'],
    ['by a control that an argument holds', { toolArguments: { label: 'Open folder' } }, 'open_folder'],
    ['by a control in quotes', { reasoning: "Press 'Open folder' next" }, 'open_folder'],
    ['by a control called what it is', { reasoning: 'Go to the Concatenate tab' }, 'concatenate_mode'],
    ['by its menu path', { reasoning: 'Use File->Open to load both' }, 'open_files'],
    ['by its menu path with other arrows', { reasoning: 'Menu > File > Open' }, 'open_files'],
    ['by the longer of two paths', { reasoning: 'File → Open folder, since there are many' }, 'open_folder'],
    ['by its shortcut', { reasoning: 'CTRL + O brings the dialog' }, 'open_files'],
    ['by its shortcut as an argument', { toolArguments: { shortcut: 'f2' } }, 'plot_window'],
    ['by a function key', { reasoning: 'F2 makes a plot' }, 'plot_window'],
    ['by its id', { reasoning: 'Load both files (from KB: open_files)' }, 'open_files'],
    ['by its id, written otherwise as source', { kbSource: 'Open_Files' }, 'open_files'],
    ['by its id among other words of the source', { kbSource: 'KB ID: open_files' }, 'open_files'],
    [
      'by one name that is its own and others that are also its own',
      { toolArguments: { loc: ['last_state:menu:File'] }, reasoning: 'for open_files' },
      'open_files',
    ],
    [
      'by its control, whatever button of the mouse',
      { toolArguments: { loc: ['last_state:tab:Concatenate'], button: 'left' } },
      'concatenate_mode',
    ],
    ['by its chord as keys', { toolArguments: { keys: ['ctrl', 'o'] } }, 'open_files'],
    ['by its id, also while looking', { toolName: 'State-Tool', reasoning: 'from KB: open_files' }, 'open_files'],
    [
      'by its id, where the element is unknown',
      { toolArguments: { loc: ['last_state:button:Add'] }, reasoning: 'open_files' },
      'open_files',
    ],
  ])('%s', async (_, given, expected) => {
    const { itemId, decidedBy, candidates } = await infer(given);
    expect([itemId, candidates, decidedBy.length > 0]).toEqual([expected, [], true]);
  });
});

describe('no item is inferred', () => {
  it.each<[string, Partial<ActionText>]>([
    ['from a control of two items', { toolArguments: { loc: ['last_state:button:Apply'] } }],
    ['from names of two items', { reasoning: 'open_files, or rather open_folder' }],
    ['from a name that another name contradicts', { toolArguments: { shortcut: 'F2' }, reasoning: 'as in open_files' }],
    ['from the name of the application', { toolArguments: { name: 'asammdf' }, reasoning: 'Activate asammdf' }],
    ['from a word that is also an id', { reasoning: 'We resample later' }],
    ['from part of a word', { reasoning: 'reopen_files_later' }],
    ['from a path that goes on', { reasoning: 'File → Open → Recent' }],
    ['from a word in running text', { reasoning: 'Concatenate them' }],
    ['from typed text', { toolArguments: { loc: ['last_state:edit:name'], text: 'Concatenate' } }],
    ['from nothing', {}],
    ['from an unknown source', { kbSource: 'no_such_item' }],
    [
      'from what is said of an element that no item knows',
      { toolArguments: { loc: ['last_state:button:Add'] }, reasoning: 'Near the Concatenate tab' },
    ],
    ['from what a tool looks for', { toolName: 'State-Tool', reasoning: 'Find the Concatenate tab' }],
    ['from what comes before', { reasoning: 'After the Concatenate tab is open, go on' }],
    [
      'from what comes after',
      { toolArguments: { loc: [3, 4] }, reasoning: 'Click Mode so that the Concatenate tab shows' },
    ],
    ['from what is not done', { reasoning: 'Drag the files instead of open_files' }],
    ['from the name of a file', { reasoning: 'Read C:\\logs\\open_files.mf4' }],
    ['from a file', { toolArguments: { file_path: '/logs/open_files' } }],
    ['from a button of the mouse', { toolArguments: { button: 'left' } }],
    [
      'from what was too long to read',
      { toolArguments: { shortcut: 'F2' }, reasoning: ' '.repeat(2_000) + 'open_files' },
    ],
  ])('%s', async (_, given) => {
    expect((await infer(given, { retrieved: [...ALL, item('align', 'Left', [])] })).itemId).toBeNull();
  });
});

describe('what stood in the prompt beside the retrieved items', () => {
  const named = { toolArguments: { loc: ['last_state:tab:Concatenate'] } };
  const other = { ...CONCATENATE, id: 'concatenate_files' };

  it("makes a name that it shares nobody's own", async () => {
    expect((await infer(named, { retrieved: [CONCATENATE] })).itemId).toBe('concatenate_mode');
    expect((await infer(named, { retrieved: [CONCATENATE], beside: [other] })).itemId).toBeNull();
  });

  it('is suggested, never inferred', async () => {
    const { itemId, candidates } = await infer(named, { retrieved: [OPEN_FILES], beside: [other] });
    expect([itemId, candidates[0]?.itemId]).toEqual([null, 'concatenate_files']);
  });
});

describe('an item that was not in the prompt', () => {
  const tab = { toolArguments: { loc: ['last_state:tab:Concatenate'] } };
  const path = { reasoning: 'Use Batch processing → Concatenate tab' };
  const chord = { toolArguments: { shortcut: 'ctrl+o' } };

  it.each<[string, Partial<ActionText>, NameableItem, NameableItem]>([
    ['its own control', tab, CONCATENATE, item('join', 'Ribbon', ["click_button('Concatenate')"])],
    ['its own control, in double quotes', tab, CONCATENATE, item('join', 'Ribbon', ['click_button("Concatenate")'])],
    ['its own control, as a bare word', tab, CONCATENATE, item('join', 'Ribbon', ['click_button(Concatenate)'])],
    [
      'its own control, as a second argument',
      tab,
      CONCATENATE,
      item('join', 'Ribbon', ["click_menu('Mode', 'Concatenate')"]),
    ],
    ['its own control, in a sentence', tab, CONCATENATE, item('join', 'Ribbon', ['Click Concatenate twice'])],
    ['its place', tab, CONCATENATE, item('join', 'Mode → Concatenate → Options', [])],
    ['one of its places', tab, CONCATENATE, item('join', 'Ribbon, Concatenate (below)', [])],
    ['its id in words', tab, CONCATENATE, item('concatenate', 'Ribbon', [])],
    ['its description', tab, CONCATENATE, { ...item('join', 'Ribbon', []), description: 'As on the Concatenate tab.' }],
    ['its way', path, CONCATENATE, item('join', 'Start → Batch processing → Concatenate tab → Join', [])],
    [
      'its calls',
      path,
      CONCATENATE,
      item('join', 'Ribbon', ["click_menu('Batch processing')", "select_tab('Concatenate tab')"]),
    ],
    ['its shortcut', chord, OPEN_FILES, item('order', 'Ribbon', [], 'Control + O')],
    ['one of its shortcuts', chord, OPEN_FILES, item('order', 'Ribbon', [], 'F9 or Ctrl+O')],
    ['its keys', chord, OPEN_FILES, item('order', 'Ribbon', ["press_hotkey('ctrl', 'o')"])],
    [
      'something else that is named',
      { ...chord, reasoning: 'on the Ribbon tab' },
      OPEN_FILES,
      item('order', 'Ribbon', []),
    ],
  ])('keeps one of the prompt from being inferred, by %s', async (_, given, own, other) => {
    expect((await infer(given, { retrieved: [own] })).itemId).toBe(own.id);
    expect((await infer(given, { retrieved: [own], others: [PLOT, other] })).itemId).toBeNull();
  });

  it('is suggested with what it shares', async () => {
    const other = item('join', 'Ribbon', ["click_button('Concatenate')"]);
    const { candidates } = await infer(tab, { retrieved: [CONCATENATE, PLOT], others: [other] });
    // Both items have the only name: 0.7 · 1/2. Of the words last, tab and concatenate they have two and one: 0.3 · 2/3
    // and 0.3 · 1/3.
    expect(candidates).toEqual([
      { itemId: 'concatenate_mode', score: 0.55 },
      { itemId: 'join', score: 0.45 },
    ]);
  });

  it('is suggested where it alone goes by what is named', async () => {
    const { itemId, candidates } = await infer(tab, { retrieved: [OPEN_FILES], others: [CONCATENATE, PLOT] });
    // It alone has the only name: 0.7. It has two of the three words: 0.3 · 2/3.
    expect([itemId, candidates]).toEqual([null, [{ itemId: 'concatenate_mode', score: 0.9 }]]);
  });

  it('keeps one of the prompt from being inferred, wherever in a text longer than any name it stands', async () => {
    const long = 'Show the names of all of the signals that were found in the file';
    const other = item('join', 'Ribbon', [`click_button('${long}')`]);
    const given = { ...tab, reasoning: `then "${long}"` };
    expect((await infer(given, { retrieved: [CONCATENATE] })).itemId).toBe('concatenate_mode');
    expect((await infer(given, { retrieved: [CONCATENATE], others: [other] })).itemId).toBeNull();
  });

  it('may be there while names of the catalog are not written: nothing is inferred', async () => {
    const catalog = await catalogOf([CONCATENATE, PLOT, START]);
    const ask = async () => (await inferItems([action(tab)], { retrieved: [CONCATENATE], beside: [] }, catalog))[0];
    expect((await ask())?.itemId).toBe('concatenate_mode');
    const text = 'MATCH (item:KnowledgeItem {namespace: $namespace, id: $id}) SET item:UnnamedItem';
    await kb.graph.run({ name: 'test', mode: 'write', text }, { namespace: catalog.namespace, id: PLOT.id });
    expect(await ask()).toMatchObject({ itemId: null, candidates: [{ itemId: 'concatenate_mode' }] });
  });
});

describe('suggestions', () => {
  it('share what was named among its owners, best first, ties by id', async () => {
    // Both items have the only name: 0.7 · 1/2. They have one of the two words, apply: 0.3 · 1/2.
    const { candidates } = await infer({
      toolArguments: { loc: ['last_state:button:Apply'] },
      reasoning: 'Write',
    });
    expect(candidates).toEqual([
      { itemId: 'cut_time', score: 0.45 },
      { itemId: 'resample', score: 0.45 },
    ]);
  });

  it('are none where nothing fits', async () => {
    const given = { toolArguments: { use_vision: false }, reasoning: 'Look around' };
    expect((await infer(given)).candidates).toEqual([]);
  });

  it('are at most three', async () => {
    const many = Array.from({ length: 10 }, (_, i) => item(`item_${i}`, 'Tools', ["click_button('Go')"]));
    const given = { toolArguments: { loc: ['last_state:button:Go'] }, reasoning: 'tools' };
    const inference = await infer(given, { retrieved: many.slice(0, 4), others: many.slice(4) });
    expect(inference).toMatchObject({ itemId: null, candidates: [{}, {}, {}] });
  });
});

describe('hostile text', () => {
  const TEXTS = [
    "'".repeat(100_000),
    ' '.repeat(100_000),
    'ctrl+'.repeat(50_000),
    ' > '.repeat(50_000),
    'file > open '.repeat(20_000),
    'concatenate tab '.repeat(20_000),
    `f(${')'.repeat(5_000)}${' '.repeat(5_000)}x`,
    'a.'.repeat(20_000),
  ];

  it('of an action takes time in proportion', async () => {
    const before = process.cpuUsage();
    for (const text of TEXTS) {
      await infer({ reasoning: text, toolArguments: { loc: [text], text, shortcut: text }, kbSource: text });
    }
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(TEXTS.length * 1_500);
  });

  it('of a catalog is saved, and asked, in a time in proportion', async () => {
    const given = { toolArguments: { shortcut: 'ctrl+o' }, reasoning: 'Use File → Open' };
    for (const text of TEXTS) {
      const whole = text.slice(0, 10_000);
      const other = {
        ...item('x', whole, [whole, `f('${whole}')`], whole.slice(0, 1_000).trim() || null),
        description: whole.trim() || '-',
      };
      const before = process.cpuUsage();
      await infer(given, { retrieved: [OPEN_FILES], others: [other] });
      const { user } = process.cpuUsage(before);
      expect(user / 1_000).toBeLessThan(1_500);
    }
  });
});
