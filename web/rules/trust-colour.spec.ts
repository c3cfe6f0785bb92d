import { expect, it } from 'vitest';
import { trustColour } from './trust-colour.js';

it('colours a node between the colours of low and of full trust', () => {
  expect(trustColour(0.3, '#a02c2c', '#2f6b45')).toBe('#a02c2c');
  expect(trustColour(1, '#a02c2c', '#2f6b45')).toBe('#2f6b45');
  expect(trustColour(0.75, '#000000', '#ff8010')).toBe('#804008');
});
