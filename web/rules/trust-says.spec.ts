import { expect, it } from 'vitest';
import { trustSays } from './trust-says.js';

const points = (...trusts: number[]) => trusts.map((trust) => ({ trust }));

it('says that nothing has changed a trust only if nothing has', () => {
  expect(trustSays(points(1), 1)).toBe('It is 1, as at the beginning: nothing has changed it yet.');
  expect(trustSays(points(1, 0.95, 0.975), 0.975)).toBe('It began at 1 and is 0.975 now; the lowest value was 0.95.');
});

it('says how far a trust has faded since the last report', () => {
  expect(trustSays(points(0.8), 0.796)).toBe('It began at 0.8 and is 0.796 now: without reports it fades with time.');
  expect(trustSays(points(0.7, 0.9), 0.85)).toBe(
    'It began at 0.7 and is 0.85 now; the lowest value was 0.7. Since the last report it has faded from 0.9.',
  );
});
