import { expect, it } from 'vitest';
import { fluentSections, type ShownFluent } from './fluent.text.js';
import { WHOLE } from '../knowledge/section.js';

const fluent = (name: string, more: Partial<ShownFluent> = {}): [string, ShownFluent] => {
  const shown = {
    id: name,
    domain: 'house',
    name,
    arity: 1,
    fluentKind: 'SIMPLE',
    rules: `r(${name}).`,
    description: null,
  };
  return [name, { ...shown, ...more }];
};
const fluents = new Map([
  fluent('aired', { fluentKind: 'STATICALLY_DETERMINED', description: 'Fresh\nair.' }),
  fluent('open'),
  fluent('windy'),
  fluent('door_opens', { fluentKind: 'INPUT_EVENT', rules: null }),
]);
const write = fluentSections(
  [
    { id: 'aired', needs: ['door_opens', 'open', 'windy', 'gone'] },
    { id: 'open', needs: ['door_opens'] },
  ],
  fluents,
);
const OPEN = '=== Fluent: open ===\n% house: open/1, simple\nr(open).';
const WINDY = '=== Fluent: windy ===\n% house: windy/1, simple\nr(windy).';
const AIRED = '=== Fluent: aired ===\n% house: aired/1, statically determined\n% Fresh\n% air.\nr(aired).';

it('writes hits best first, then the definitions they rest on', () => {
  expect(write([0], WHOLE)).toEqual([
    { infoType: 'fluents', parts: ['# Fluents', AIRED] },
    { infoType: 'fluents_needed', parts: ['# Fluents they rest on', OPEN, WINDY] },
  ]);
});

it('does not repeat a hit, and says how many had no room', () => {
  expect(write([0, 1], { ...WHOLE, bare: new Set([0]) })).toEqual([
    { infoType: 'fluents', parts: ['# Fluents', AIRED, OPEN] },
    { infoType: 'fluents_needed', parts: ['# Fluents they rest on', 'And 1 more for which there was no room.'] },
  ]);
  expect(write([1], WHOLE)).toEqual([{ infoType: 'fluents', parts: ['# Fluents', OPEN] }]);
  expect(write([], WHOLE)).toEqual([]);
});
