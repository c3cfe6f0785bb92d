import type { Chunk } from '../readers/chunks.js';

// Matches the chunks of a new text with the stored chunks of the document. Pure functions.

export interface StoredChunk {
  readonly id: string;
  readonly text: string;
  readonly headings: readonly string[];
}

export interface Pairing {
  /** For each new chunk, the id of the matching stored chunk; undefined if no stored chunk matches. */
  readonly ids: readonly (string | undefined)[];
  /** Stored chunks that match no new chunk. */
  readonly closed: readonly string[];
}

/**
 * A chunk with unchanged text keeps its id, even if it moved. If several stored chunks have the same text, one below
 * the same headings is preferred. The remaining chunks are matched by their headings and their order below them, and
 * get new content.
 */
export function pairChunks(stored: readonly StoredChunk[], chunks: readonly Chunk[]): Pairing {
  const ids = new Array<string | undefined>(chunks.length).fill(undefined);
  const taken = new Set<string>();
  const take = (keyOf: (text: string, headings: readonly string[], ordinal: number) => string) => {
    const free = new Map<string, string[]>();
    const ordinals = ordinalsOf(stored.map(({ headings }) => headings));
    stored.forEach(({ id, text, headings }, n) => {
      if (taken.has(id)) return;
      const key = keyOf(text, headings, ordinals[n] ?? 0);
      const ofKey = free.get(key) ?? [];
      free.set(key, ofKey);
      ofKey.push(id);
    });
    const places = ordinalsOf(chunks.map(({ place }) => place.headings));
    chunks.forEach(({ text, place }, n) => {
      if (ids[n] !== undefined) return;
      const id = free.get(keyOf(text, place.headings, places[n] ?? 0))?.shift();
      if (id === undefined) return;
      ids[n] = id;
      taken.add(id);
    });
  };
  take((text, headings) => JSON.stringify([text, headings]));
  take((text) => text);
  take((_, headings, ordinal) => JSON.stringify([headings, ordinal]));
  return { ids, closed: stored.filter(({ id }) => !taken.has(id)).map(({ id }) => id) };
}

/** For each chunk, its position among the chunks with the same headings, counted from 0. */
function ordinalsOf(paths: readonly (readonly string[])[]): number[] {
  const counts = new Map<string, number>();
  return paths.map((headings) => {
    const key = JSON.stringify(headings);
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return ordinal;
  });
}
