import { expect } from 'vitest';
import { redactText } from '../../src/common/redact.js';
import { cpuTime } from '../support/cpu-time.js';

/** Texts that make rules of secrets try again and again. */
const HOSTILE = ['-----BEGIN ', 'password', 'a:', '://', 'sk-', 'eyJaaaaaaaaa.', '-eyJ', '"', ' '];

/** The least processor time of three runs in milliseconds. The first one may compile the rules, too. */
function least(text: string, characters: number): number {
  const time = () => cpuTime(() => redactText(text.repeat(characters / text.length)));
  return Math.min(time(), time(), time());
}

/** Ten times the text takes at most 40 times as long, on any machine. A quadratic rule takes 100 times as long. */
export function expectSteadyTime(characters: number): void {
  for (const text of HOSTILE) {
    // A clock of processor time does not measure less than a millisecond.
    expect(least(text, characters), text).toBeLessThan(40 * Math.max(least(text, characters / 10), 1));
  }
}

/** Redaction takes a microsecond a character, or less. */
export function expectFast(characters: number): void {
  for (const text of HOSTILE) expect(least(text, characters), text).toBeLessThan(characters / 1_000);
}
