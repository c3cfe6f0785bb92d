import { expect, it } from 'vitest';
import { bytes } from './bytes.js';

it('names a size by its largest unit', () => {
  expect([0, 1023, 1536, 5 * 2 ** 30, 2 ** 60].map(bytes)).toEqual([
    '0 bytes',
    '1023 bytes',
    '1.5 KiB',
    '5.0 GiB',
    '1048576.0 TiB',
  ]);
});
