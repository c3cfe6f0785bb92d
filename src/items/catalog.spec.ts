import { describe, expect, it } from 'vitest';
import { documentHash, readCatalog, textOf, titleOf } from './catalog.js';

const now = new Date('2026-03-01T12:00:00Z');
const record = (fields: Record<string, unknown> = {}) => ({
  knowledge_id: 'a',
  description: 'd',
  ui_location: '',
  action_sequence: [],
  prerequisites: [],
  output_state: '',
  doc_citation: '',
  ...fields,
});
const skipped = async (fields: Record<string, unknown>) => (await readCatalog([record(fields)], null, now)).skipped[0];

describe('a title', () => {
  it.each([
    ['open_files', 'open files'],
    ['openFiles', 'open Files'],
    ['menu/file-open.v2', 'menu file open v2'],
    ['x', 'x'],
    ['___', '___'],
    ['Öffnen_Datei', 'Öffnen Datei'],
  ])('of %s is "%s"', (id, title) => expect(titleOf(id)).toBe(title));
});

describe('a text', () => {
  const item = { id: 'open_files', description: 'Opens them.', uiLocation: 'Menu → File', outputState: 'files_opened' };
  it('has the words of the id, description, location and the state afterwards, a line each', () => {
    expect(textOf(item)).toBe('open files\nOpens them.\nMenu → File\nfiles opened');
  });
  it('leaves out what says nothing', () => {
    expect(textOf({ ...item, uiLocation: '', outputState: '' })).toBe('open files\nOpens them.');
  });
  it('leaves a state alone that has words of its own', () => {
    expect(textOf({ ...item, outputState: 'Files are open (v2.0).' })).toMatch(/\nFiles are open \(v2\.0\)\.$/);
  });
});

describe('a record', () => {
  it.each([
    [{ knowledge_id: 7 }, 'knowledge_id', 'knowledge_id must be a string'],
    [{ knowledge_id: '  ' }, 'knowledge_id', 'knowledge_id should not be empty'],
    [{ knowledge_id: 'a\ud800' }, 'knowledge_id', 'knowledge_id must not contain control characters'],
    [{ description: undefined }, 'description', 'description is missing'],
    [{ description: ' ' }, 'description', 'description should not be empty'],
    [{ ui_location: null }, 'ui_location', 'ui_location is missing'],
    [{ action_sequence: [1] }, 'action_sequence.0', 'action_sequence.0 must be a string'],
    [{ prerequisites: [''] }, 'prerequisites.0', 'prerequisites.0 should not be empty'],
    [{ prerequisites: 'a' }, 'prerequisites', 'prerequisites must be a list of strings'],
    [{ output_state: {} }, 'output_state', 'output_state must be a string'],
    [{ parameters: [] }, 'parameters', 'parameters must be an object'],
    [{ shortcut: 1 }, 'shortcut', 'shortcut must be a string'],
    [{ trust_score: 1.01 }, 'trust_score', 'trust_score must be a number from 0.5 to 1'],
    [{ trust_score: Number.NaN }, 'trust_score', 'trust_score must be a number from 0.5 to 1'],
    [{ kb_learnings: {} }, 'kb_learnings', 'kb_learnings must be a list'],
    [{ kb_learnings: [1] }, 'kb_learnings.0', 'kb_learnings.0 must be an object'],
    [{ notes: 'x'.repeat(100_001) }, 'notes', 'notes must be at most 100000 characters long as JSON'],
  ])('with %j is skipped', async (fields, field, reason) => {
    expect(await skipped(fields)).toMatchObject({ index: 0, field, reason });
  });

  it('names at most five rules and counts the others', async () => {
    expect((await readCatalog([{}], null, now)).skipped[0]?.reason).toBe(
      'knowledge_id is missing; description is missing; ui_location is missing; action_sequence is missing; prerequisites is missing; and 2 more',
    );
  });

  it('may not mix the two kinds of learnings', async () => {
    const learning = {
      task: 't',
      step_num: 0,
      original_action: {},
      corrected_action: {},
      human_reasoning: 'r',
      original_error: 'e',
      timestamp: '2026-01-01T00:00:00',
    };
    expect(await skipped({ kb_learnings: [learning] })).toMatchObject({ field: 'kb_learnings.0.original_error' });
  });
});

describe('the hash of a documentation', async () => {
  const { records } = await readCatalog([record({ parameters: { a: 1, b: { c: 2, d: 3 } } })], null, now);
  const item = records[0]?.item;

  it('does not depend on the order of keys', async () => {
    if (!item) throw new Error('no item');
    expect(documentHash({ ...item, parameters: { b: { d: 3, c: 2 }, a: 1 } })).toBe(documentHash(item));
    expect(documentHash({ ...item, parameters: { b: { d: 3, c: 2 }, a: 2 } })).not.toBe(documentHash(item));
  });
});
