import { expect, it } from 'vitest';
import { calibrationOf } from './calibration.js';

it('says nothing where there are no samples, but has every bin', () => {
  expect(calibrationOf([], 2)).toEqual({
    bins: [
      { from: 0, to: 0.5, count: 0, meanTrust: null, successRate: null },
      { from: 0.5, to: 1, count: 0, meanTrust: null, successRate: null },
    ],
    brierScore: null,
    expectedCalibrationError: null,
    samples: 0,
  });
});

it('compares trust with success, bin by bin', () => {
  // Four uses at trust 0.6, two of them successful; one at 0.9 and one at 1, both successful.
  const calibration = calibrationOf(
    [
      { bin: 2, samples: 4, trust: 2.4, successes: 2, squaredErrors: 2 * 0.16 + 2 * 0.36 },
      { bin: 3, samples: 2, trust: 1.9, successes: 2, squaredErrors: 0.01 },
    ],
    4,
  );
  expect(calibration.samples).toBe(6);
  expect(calibration.bins.map(({ count }) => count)).toEqual([0, 0, 4, 2]);
  expect(calibration.bins[2]).toMatchObject({ from: 0.5, to: 0.75, successRate: 0.5 });
  expect(calibration.bins[2]?.meanTrust).toBeCloseTo(0.6, 12);
  expect(calibration.bins[3]).toMatchObject({ meanTrust: 0.95, successRate: 1 });
  expect(calibration.brierScore).toBeCloseTo(1.05 / 6, 12);
  // (4 · |0.6 − 0.5| + 2 · |0.95 − 1|) / 6
  expect(calibration.expectedCalibrationError).toBeCloseTo(0.5 / 6, 12);
});
