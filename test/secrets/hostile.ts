import { expect } from 'vitest';
import { redactText } from '../../src/common/redact.js';
import { cpuTime } from '../support/cpu-time.js';

/** Texts that make rules of secrets try again and again are redacted at a microsecond a character, or faster. */
export function expectSteadyTime(characters: number): void {
  for (const text of ['-----BEGIN ', 'password', 'a:', '://', 'sk-', 'eyJaaaaaaaaa.', '-eyJ', '"', ' ']) {
    const time = () => cpuTime(() => redactText(text.repeat(characters / text.length)));
    // The first run may compile the rules, too.
    expect(Math.min(time(), time()), text).toBeLessThan(characters / 1_000);
  }
}
