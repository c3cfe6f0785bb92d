import type { Calibration } from './calibration.model.js';

/** Selects the nodes whose uses are samples. */
export interface Sampled {
  readonly namespace: string;
  readonly kind: string;
  /** Groups of facets; a node must have at least one facet of each group. */
  readonly required: readonly (readonly string[])[];
}

/** Uses of knowledge with the same trust and the same outcome. */
export interface Sample {
  /** Trust at the time of use, in [0,1]. */
  readonly trust: number;
  readonly succeeded: boolean;
  readonly count: number;
}

/** Sums over the samples of one bin. The bins divide [0,1] into equal parts. */
export interface CalibrationSums {
  /** Number of the bin, counted from 0. A trust of 1 belongs to the last bin. */
  readonly bin: number;
  readonly samples: number;
  readonly trust: number;
  readonly successes: number;
  /** Sum of (trust − outcome)². */
  readonly squaredErrors: number;
}

/** Adds up samples per bin as they arrive. */
export class CalibrationSummer {
  private readonly byBin = new Map<number, CalibrationSums>();

  constructor(private readonly bins: number) {}

  add({ trust, succeeded, count }: Sample): void {
    const bin = Math.min(this.bins - 1, Math.floor(trust * this.bins));
    const outcome = succeeded ? 1 : 0;
    const sums = this.byBin.get(bin) ?? NONE;
    this.byBin.set(bin, {
      bin,
      samples: sums.samples + count,
      trust: sums.trust + count * trust,
      successes: sums.successes + count * outcome,
      squaredErrors: sums.squaredErrors + count * (trust - outcome) ** 2,
    });
  }

  /** Ordered by bin; bins without samples are absent. */
  sums(): CalibrationSums[] {
    return [...this.byBin.values()].sort((a, b) => a.bin - b.bin);
  }
}

/** @param sums sums of the bins; bins without samples may be absent */
export function calibrationOf(sums: readonly CalibrationSums[], bins: number): Calibration {
  const byBin = new Map(sums.map((sum) => [sum.bin, sum]));
  const samples = total(sums, (sum) => sum.samples);
  const gaps = total(sums, (sum) => Math.abs(sum.trust - sum.successes));
  return {
    bins: Array.from({ length: bins }, (_, bin) => {
      const { samples: count, trust, successes } = byBin.get(bin) ?? NONE;
      return {
        from: bin / bins,
        to: (bin + 1) / bins,
        count,
        meanTrust: count === 0 ? null : trust / count,
        successRate: count === 0 ? null : successes / count,
      };
    }),
    brierScore: samples === 0 ? null : total(sums, (sum) => sum.squaredErrors) / samples,
    expectedCalibrationError: samples === 0 ? null : gaps / samples,
    samples,
  };
}

const NONE = { samples: 0, trust: 0, successes: 0, squaredErrors: 0 } as const;

function total<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0);
}
