import { expect, it } from 'vitest';
import type { EmbeddedText, PreparedVectors } from './embedding.service.js';
import { saveWithVectors, type TextToSave, vectorsOf } from './save-with-vectors.js';

/** Returns a vector for each text; its only number is the length of the text. */
class Embedding {
  readonly asked: string[][] = [];

  async prepare(texts: readonly EmbeddedText[]): Promise<PreparedVectors> {
    this.asked.push(texts.map(({ ref }) => ref));
    return {
      model: 'm',
      rows: texts.map(({ ref, text }) => ({ ref, vector: new Float32Array([text.length]), mark: '' })),
    };
  }
}
const same: TextToSave = { ref: 'same', title: 'T', text: 'a', stored: { title: 'T', text: 'a' } };
const other: TextToSave = { ref: 'other', title: 'T', text: 'ab', stored: { title: 'T', text: 'a' } };
const created: TextToSave = { ref: 'new', title: 'T', text: 'abc', stored: undefined };

it('embeds what is new or differs, and hands on what changes under the lock', async () => {
  const embedding = new Embedding();
  // Another writer has meanwhile written the same text of "other".
  const rows = await saveWithVectors(embedding, [same, other, created], async (vectors) => {
    return vectorsOf(['new'], vectors).rows;
  });
  expect(embedding.asked).toEqual([['other', 'new']]);
  expect(rows.map(({ ref, vector }) => [ref, vector?.[0]])).toEqual([['new', 3]]);
});

it('embeds all and saves again when another text changes under the lock, once', async () => {
  const embedding = new Embedding();
  const rows = await saveWithVectors(embedding, [same, created], async (vectors) => {
    return vectorsOf(['same', 'new'], vectors).rows;
  });
  expect(embedding.asked).toEqual([['new'], ['same', 'new']]);
  expect(rows.map(({ ref }) => ref)).toEqual(['same', 'new']);
});

it('saves once where anything else fails', async () => {
  const embedding = new Embedding();
  const save = async () => Promise.reject(new Error('full'));
  await expect(saveWithVectors(embedding, [created], save)).rejects.toThrow('full');
  expect(embedding.asked).toEqual([['new']]);
});
