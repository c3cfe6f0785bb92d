import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outsideSet, rowsOf } from './outside.mjs';

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'heartwood-outside-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes files; what is not a text is written as JSON. */
function files(contents) {
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const lines = (...rows) => rows.map((row) => JSON.stringify(row)).join('\n');
const user = (text) => ({ role: 'user', text });
const message = (session, position, text) => ({ id: `${session}:${position}`, session, position, role: 'user', text });

describe('a set from outside the repository', () => {
  it('has messages by session, and what a later talk amends', () => {
    files({
      'd.jsonl': lines(message('s', 0, 'Seven'), message('t', 0, 'Eight')),
      'q.jsonl': lines({ id: 'q', text: 'How many?', type: 'x', gold: ['t:0'], stale: ['s:0'] }),
    });
    expect(outsideSet(folder)).toMatchObject({
      documents: [
        { id: 's:0', session: 's', role: 'user', text: 'Seven', profile: 'message' },
        { id: 't:0', session: 't', role: 'user', text: 'Eight', profile: 'message' },
      ],
      queries: [{ id: 'q', text: 'How many?' }],
      grades: new Map([['q', new Map([['t:0', 1]])]]),
      stale: new Map([['q', new Set(['s:0'])]]),
      kinds: ['MESSAGE'],
    });
  });

  it('has pieces where there is no session', () => {
    files({
      'd.jsonl': lines({ id: 'd', session: null, position: 0, role: null, title: 'Fox', text: 'It sleeps.' }),
      'q.jsonl': lines({ id: 'q', text: 'fox', type: 'x', gold: ['d'] }),
    });
    const { documents, kinds } = outsideSet(folder);
    expect(documents).toEqual([{ id: 'd', title: 'Fox', text: 'It sleeps.', profile: 'factual' }]);
    expect(kinds).toEqual(['PIECE']);
  });

  it('is refused with the line that is wrong, or for a document that is not there', () => {
    files({ 'd.jsonl': lines({ id: 'd', text: 'x' }, { id: 'e' }), 'q.jsonl': '' });
    expect(() => outsideSet(folder)).toThrow('d.jsonl:2: text');
    files({
      'd.jsonl': lines({ id: 'd', text: 'x' }),
      'q.jsonl': lines({ id: 'q', text: 'x', type: '', gold: ['e'] }),
    });
    expect(() => outsideSet(folder)).toThrow('q needs e, which is no document');
  });

  it('is not just any folder', () => {
    expect(() => outsideSet(folder)).toThrow('has neither d.jsonl and q.jsonl nor');
    expect(() => outsideSet(join(folder, 'nowhere'))).toThrow('has neither');
  });

  it('is the talks of SDE bench in the order of their tasks, then the others', () => {
    const task = (task_id, conversations) => ({
      task_id,
      bug_report: `${task_id} fails`,
      source: 'talk',
      conversations,
    });
    files({
      'b/tasks/main/task.json': task('b-1', [user('One'), user('Two')]),
      // Sorted by path, in which - stands before /.
      'b-amended/tasks/main/task.json': task('b-2', [[user('Three')], [user('Four')]]),
      'c-history/tasks/main/task.json': task('c-1', undefined),
      'gen/decoy_conversations.json': [{ id: 'd', turns: [user('Five')] }],
    });
    expect(rowsOf(folder)).toEqual({
      documents: [
        message('talk0', 0, 'Three'),
        message('talk1', 0, 'Four'),
        message('talk2', 0, 'One'),
        message('talk2', 1, 'Two'),
        message('decoy0', 0, 'Five'),
      ],
      queries: [
        { id: 'b-2', text: 'b-2 fails', type: 'talk', gold: ['talk1:0'], stale: ['talk0:0'] },
        { id: 'b-1', text: 'b-1 fails', type: 'talk', gold: ['talk2:0', 'talk2:1'], stale: [] },
      ],
    });
  });

  it('is the documents of the bank of τ² bench by id, and the beginnings of its tasks', () => {
    const bank = 'data/tau2/domains/banking_knowledge';
    const task = (id, instructions, required_documents) => ({
      id,
      user_scenario: { instructions },
      required_documents,
    });
    files({
      [`${bank}/documents/x.json`]: { id: 'b', title: 'B', content: 'of b' },
      [`${bank}/documents/y.json`]: { id: 'a', title: 'A', content: 'of a' },
      [`${bank}/tasks.json`]: [task('t1', 'z'.repeat(1_501), ['a']), task('t2', 'No document', [])],
    });
    const document = (id, title, text) => ({ id, session: null, position: 0, role: null, text, title });
    expect(rowsOf(folder)).toEqual({
      documents: [document('a', 'A', 'of a'), document('b', 'B', 'of b')],
      queries: [{ id: 't1', text: 'z'.repeat(1_500), type: 'task', gold: ['a'] }],
    });
  });
});
