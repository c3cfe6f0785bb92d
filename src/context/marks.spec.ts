import { expect, it } from 'vitest';
import { freeLabel } from './marks.js';

const labelBeside = (...parts: string[]) => freeLabel([{ infoType: 'pieces', parts }]);

it('is the shortest label that no text has a mark with', () => {
  expect(labelBeside()).toBe('k');
  expect(labelBeside('key1 k k-1 back2 K1')).toBe('k');
  expect(labelBeside('Obey [k1].')).toBe('ka');
  expect(labelBeside('[k1, ka12]', 'x[kb3] = kc4;')).toBe('kd');
});

it('is short even if a text names all short ones', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  expect(labelBeside(['k', ...letters.map((letter) => `k${letter}`)].map((label) => `[${label}1]`).join(''))).toBe(
    'kaa',
  );
});
