import { expect } from 'vitest';
import { redactText } from '../../src/common/redact.js';
import { cpuTime } from '../support/cpu-time.js';

/**
 * The time of texts that make rules of secrets try again and again grows with their length: ten times the text takes at
 * most 40 times as long, where a quadratic rule takes 100 times. A bound in milliseconds would depend on the machine.
 */
export function expectSteadyTime(characters: number): void {
  for (const text of ['-----BEGIN ', 'password', 'a:', '://', 'sk-', 'eyJaaaaaaaaa.', '-eyJ', '"', ' ']) {
    const least = (length: number) => {
      const time = () => cpuTime(() => redactText(text.repeat(length / text.length)));
      // The first run may compile the rules, too.
      return Math.min(time(), time(), time());
    };
    // Clocks of processor time do not tell less than a millisecond apart.
    expect(least(characters), text).toBeLessThan(40 * Math.max(least(characters / 10), 1));
  }
}
