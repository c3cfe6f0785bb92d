import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Dictionary, namesOfText, namesToldBy } from './derive.js';
import { scanText } from './scan.js';

interface Sample {
  readonly kind: string;
  readonly title?: string;
  readonly text: string;
  readonly names: readonly string[];
}

const samples = JSON.parse(
  readFileSync(new URL('../../../test/layers/data/name-samples.json', import.meta.url), 'utf8'),
) as Record<'tune' | 'test', Sample[]>;

/** The names of texts that stand in one namespace. */
function namesOf(texts: readonly { readonly title?: string; readonly text: string }[]): string[][] {
  const scans = texts.map(({ title = '', text }) => scanText({ title, content: text, embeddingText: null }));
  const titles = scans.flatMap(({ title }) => title ?? []);
  const all = new Set([...titles, ...scans.flatMap(namesToldBy)]);
  const known = { dictionary: new Dictionary(titles), uncased: new Dictionary(all), isKnown: (n: string) => all.has(n) };
  return scans.map((scan) => namesOfText(scan, known));
}

it('prints', () => {
  for (const half of ['tune', 'test'] as const) {
    const found = namesOf(samples[half]);
    let right = 0, wrong = 0, missed = 0;
    samples[half].forEach(({ kind, names }, i) => {
      const f = found[i] ?? [];
      const w = f.filter((n) => !names.includes(n)), m = names.filter((n) => !f.includes(n));
      right += f.length - w.length; wrong += w.length; missed += m.length;
      if (half === 'tune' || process.env.ALL) console.log(half, kind, 'WRONG', w, 'MISSED', m);
    });
    console.log(half, 'precision', right / (right + wrong), 'recall', right / (right + missed));
  }
});
