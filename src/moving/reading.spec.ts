import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sha256 } from '../common/hash.js';
import { namespaceToken } from '../knowledge/facets.js';
import { type ExportedFile, manifestOf } from './folder.js';
import { isStoredProperty, isStoredType } from './names.js';
import { assertWhole } from './reading.js';

const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'reading-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Records = Readonly<Record<string, readonly object[]>>;

/** Reads records in the files of these names, without `.jsonl`, as an import into the namespace `here`. */
function read(records: Records, changes = ''): Promise<void> {
  const files = Object.entries(records).map(([name, own]): ExportedFile => {
    const text = own.map((record) => `${JSON.stringify(record)}\n`).join('');
    writeFileSync(join(folder, `${name}.jsonl`), text);
    appendFileSync(join(folder, `${name}.jsonl`), changes);
    const [label = '', relationships] = name.split('.');
    const holds = relationships === undefined ? 'nodes' : 'relationships';
    return { file: `${name}.jsonl`, label, holds, lines: own.length, sha256: sha256(text) };
  });
  const vectors = { slot: 0, model: 'm', dimensions: 2 };
  const manifest = manifestOf({ release: '', schema: '', migrations: [], namespace: 'here', vectors, files });
  return assertWhole({ folder, manifest, namespace: 'here', moved: (line) => line });
}

const item = (properties: object = {}, more: object = {}) => ({
  key: ['i'],
  labels: ['Knowledge', 'KnowledgeItem'],
  properties: { id: 'i', ref: 'item:i', facets: [namespaceToken('here')], ...properties },
  ...more,
});
const step = (properties: object = {}, more: object = {}) => ({
  key: ['p', 1],
  labels: ['Step'],
  properties: { planId: 'p', num: { $int: 1 }, ...properties },
  ...more,
});
const fluent = (part: object) => ({ key: ['f'], labels: ['Fluent'], properties: { id: 'f' }, parts: [part] });
const value = {
  type: 'HAS_VALUE',
  labels: ['FluentValue'],
  properties: { namespace: { $namespace: true }, value: 'a' },
};
const link = (more: object = {}, properties: object = {}) => ({
  from: ['i'],
  type: 'REQUIRES',
  to: ['KnowledgeItem', 'i'],
  properties: { position: { $int: 1 }, ...properties },
  ...more,
});

it('takes what an export has', async () => {
  const vectors = { embedding0: [0.5, 1], model0: 'm', at: { $time: '2026-01-31T12:00:00.000Z' }, tags: ['a'] };
  await read({
    KnowledgeItem: [item(vectors)],
    Step: [step()],
    Fluent: [fluent(value)],
    Undone: [
      {
        key: ['memory:m'],
        labels: ['Undone'],
        properties: { ref: 'memory:m' },
        parts: [{ type: 'PROMOTED', labels: ['Promotion'], properties: { title: 'team' } }],
      },
    ],
    Entity: [{ key: ['e'], labels: ['Entity', 'EntityAlias'], properties: { id: 'e' } }],
    'KnowledgeItem.relationships': [link(), link({ type: 'LINK' }, { namespace: { $namespace: true }, key: 'k' })],
  });
});

it.for<[why: string, records: Records, reason: RegExp]>([
  ['a label that is never exported', { KnowledgeItem: [item({}, { labels: ['KnowledgeItem', 'ApiKey'] })] }, /ApiKey/],
  ['a label of nodes of another file', { KnowledgeItem: [item({}, { labels: ['KnowledgeItem', 'Plan'] })] }, /Plan/],
  ['a label that only others have beside theirs', { Step: [step({}, { labels: ['Knowledge', 'Step'] })] }, /Knowledge/],
  ['a node of another label', { KnowledgeItem: [step()] }, /has the label KnowledgeItem/],
  ['a namespace of its own', { KnowledgeItem: [item({ namespace: '_system' })] }, /property namespace/],
  ['a mark of imports', { KnowledgeItem: [item({ staged: 'default/Plan/1' })] }, /property staged/],
  ['labels to be removed', { KnowledgeItem: [item({ shownLabels: ['Knowledge'] })] }, /property shownLabels/],
  ['a property that nothing stores', { KnowledgeItem: [item({ invented: 1 })] }, /property invented/],
  ['a property that is none', { KnowledgeItem: [item(JSON.parse('{"__proto__":1}') as object)] }, /property __proto__/],
  ['the facets of another namespace', { KnowledgeItem: [item({ facets: [namespaceToken('there')] })] }, /facets/],
  ['the same in capitals', { KnowledgeItem: [item({ facets: [namespaceToken('there').toUpperCase()] })] }, /facets/],
  [
    'the words of another',
    { KnowledgeItem: [item({ nameWords: `a _${namespaceToken('x').slice(0, 17)}` })] },
    /nameWords/,
  ],
  ['a list of several types', { KnowledgeItem: [item({ tags: ['a', 1] })] }, /value of tags/],
  ['null', { KnowledgeItem: [item({ text: null })] }, /value of text/],
  ['an object', { KnowledgeItem: [item({ text: { a: 1 } })] }, /value of text/],
  ['an integer that is none', { KnowledgeItem: [item({ count: { $int: 0.5 } })] }, /value of count/],
  ['a time that is none', { KnowledgeItem: [item({ at: { $time: 'now' } })] }, /value of at/],
  ['a vector of other dimensions', { KnowledgeItem: [item({ embedding0: [1] })] }, /embedding0/],
  ['a model that is no name', { KnowledgeItem: [item({ model0: 1 })] }, /model0/],
  ['a key that is not in its properties', { KnowledgeItem: [item({ id: 'other' })] }, /another id/],
  ['a key of another length', { KnowledgeItem: [item({}, { key: ['i', 'i'] })] }, /key/],
  ['a number that is a float', { Step: [step({ num: 1 })] }, /num is of another type/],
  ['a field that no record has', { KnowledgeItem: [item({}, { id: 'i' })] }, /no export has id here/],
  ['a part of another label', { Fluent: [fluent({ ...value, labels: ['ApiKey'] })] }, /part \["ApiKey"\]/],
  ['a part of two labels', { Fluent: [fluent({ ...value, labels: ['FluentValue', 'ApiKey'] })] }, /ApiKey/],
  ['a part by another relationship', { Fluent: [fluent({ ...value, type: 'LINK' })] }, /by LINK/],
  ['a part of what has none', { KnowledgeItem: [item({}, { parts: [value] })] }, /KnowledgeItem with a part/],
  ['a part of a namespace', { Fluent: [fluent({ ...value, properties: { namespace: 'x' } })] }, /value of namespace/],
  ['a part with other properties', { Fluent: [fluent({ ...value, properties: { invented: 1 } })] }, /invented/],
  ['a node twice', { KnowledgeItem: [item(), item()] }, /KnowledgeItem \["i"\] twice/],
  [
    'a ref twice',
    { KnowledgeItem: [item({}, { key: ['h'], properties: { id: 'h', ref: 'item:i' } }), item()] },
    /Knowledge \["item:i"\] twice/,
  ],
])('refuses %s', async ([, records, reason]) => {
  const [file = '', lines = []] = Object.entries(records)[0] ?? [];
  const refusal = expect(read(records)).rejects;
  await refusal.toThrow(reason);
  await expect(read(records)).rejects.toThrow(`${file}.jsonl, line ${lines.length}: `);
});

it.for<[why: string, relationship: object, reason: RegExp]>([
  ['of a type that nothing stores', link({ type: 'INVENTED' }), /INVENTED/],
  ['by which parts are attached', link({ type: 'HAS_VALUE' }), /HAS_VALUE/],
  ['to a label that is never exported', link({ to: ['ApiKey', 'i'] }), /\["ApiKey","i"\]/],
  ['to a key that is none', link({ to: ['KnowledgeItem', 1] }), /relationship to/],
  ['to a node that the export does not have', link({ to: ['KnowledgeItem', 'j'] }), /no KnowledgeItem \["j"\]/],
  ['from a node that the export does not have', link({ from: ['j'] }), /no KnowledgeItem \["j"\]/],
  ['in another namespace', link({ type: 'LINK' }, { namespace: 'there' }), /value of namespace/],
  ['with a property that nothing stores', link({}, { invented: 1 }), /invented/],
])('refuses a relationship %s', async ([, relationship, reason]) => {
  const records = { KnowledgeItem: [item()], 'KnowledgeItem.relationships': [link(), relationship] };
  await expect(read(records)).rejects.toThrow(reason);
  await expect(read(records)).rejects.toThrow('KnowledgeItem.relationships.jsonl, line 2: ');
});

it('refuses a relation twice', async () => {
  const own = link({ type: 'LINK' }, { key: 'k' });
  const records = { KnowledgeItem: [item()], 'KnowledgeItem.relationships': [own, own] };
  await expect(read(records)).rejects.toThrow('LINK ["k"] twice');
});

it('says of a changed file that it was changed, rather than what is wrong in it', async () => {
  await expect(read({ KnowledgeItem: [item()] }, '{"key":["more"]}\n')).rejects.toThrow(
    /KnowledgeItem.jsonl was changed/,
  );
});

it('knows the names of what is stored', () => {
  expect(
    ['actionSequence', 'namespace', 'explains', 'mergedInto', 'firstHash', 'mentioned'].filter(
      (name) => !isStoredProperty(name),
    ),
  ).toEqual([]);
  expect(['GAVE', 'MERGED_INTO', 'LINK', 'WAS_LINK', 'HAS_VALUE'].filter((type) => !isStoredType(type))).toEqual([]);
  expect(['FluentValue', 'session of a piece', 's', 'GAVE', 'colour'].filter(isStoredProperty)).toEqual([]);
});
