import { describe, expect, it } from 'vitest';
import { attributionAmong, type ActionText, type NameableItem } from './attribution.js';

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
  toolArguments: {},
  reasoning: null,
  kbSource: null,
  ...given,
});
const infer = (given: Partial<ActionText>, items = ALL) => attributionAmong(items)(action(given));

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
  ])('%s', (_, given, expected) => {
    expect(infer(given)).toEqual({ itemId: expected, candidates: [] });
  });

  it('by a control of two items, when only one of them was retrieved', () => {
    const apply = { toolArguments: { loc: ['last_state:button:Apply'] } };
    expect(infer(apply, [CUT, PLOT]).itemId).toBe('cut_time');
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
  ])('%s', (_, given) => {
    expect(infer(given).itemId).toBeNull();
  });
});

describe('what stood in the prompt beside the retrieved items', () => {
  const named = { toolArguments: { loc: ['last_state:tab:Concatenate'] } };
  const other = { ...CONCATENATE, id: 'concatenate_files' };

  it("makes a name that it shares nobody's own", () => {
    expect(attributionAmong([CONCATENATE])(action(named)).itemId).toBe('concatenate_mode');
    expect(attributionAmong([CONCATENATE], [other])(action(named)).itemId).toBeNull();
  });

  it('is suggested, never inferred', () => {
    const { itemId, candidates } = attributionAmong([OPEN_FILES], [other])(action(named));
    expect([itemId, candidates[0]?.itemId]).toEqual([null, 'concatenate_files']);
  });
});

describe('suggestions', () => {
  it('share what was named among its owners, best first, ties by id', () => {
    // Both own the one name: 0.7 · 1/2; one of the two words, apply, is theirs: 0.3 · 1/2.
    const { candidates } = infer({ toolArguments: { loc: ['last_state:button:Apply'] }, reasoning: 'Write' });
    expect(candidates).toEqual([
      { itemId: 'cut_time', score: 0.45 },
      { itemId: 'resample', score: 0.45 },
    ]);
  });

  it('are none where nothing fits', () => {
    expect(infer({ toolArguments: { use_vision: false }, reasoning: 'Look around' }).candidates).toEqual([]);
  });

  it('are at most three', () => {
    const many = Array.from({ length: 10 }, (_, i) => item(`item_${i}`, 'Tools', ["click_button('Go')"]));
    expect(
      infer({ toolArguments: { loc: ['last_state:button:Go'] }, reasoning: 'tools' }, many).candidates,
    ).toHaveLength(3);
  });
});

it('takes time in proportion to hostile text', () => {
  const start = performance.now();
  const matcher = attributionAmong(ALL);
  for (const text of [
    "'".repeat(100_000),
    'ctrl+'.repeat(50_000),
    ' > '.repeat(50_000),
    'file > open '.repeat(20_000),
  ]) {
    matcher(action({ reasoning: text, toolArguments: { loc: [text], text }, kbSource: text }));
  }
  expect(performance.now() - start).toBeLessThan(1_000);
});
