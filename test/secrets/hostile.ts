import { expect } from 'vitest';
import { redactText } from '../../src/secrets/redact.js';
import { expectSteadyTime, leastCpuTime } from '../support/cpu-time.js';

/** Texts that make rules of secrets try again and again. */
const HOSTILE = [
  '-----BEGIN ',
  'password',
  'a:',
  '://',
  'sk-',
  'eyJaaaaaaaaa.',
  '-eyJ',
  '"',
  ' ',
  'key ',
  'token=a,',
  'kind: Secret\ndata:\n',
];

/** Redaction takes time in proportion to the text. */
export function expectSteady(characters: number): void {
  for (const part of HOSTILE) expectSteadyTime(redactText, part, characters);
}

/** Redaction takes a microsecond a character, or less. */
export function expectFast(characters: number): void {
  for (const part of HOSTILE) {
    const text = part.repeat(characters / part.length);
    expect(
      leastCpuTime(() => redactText(text)),
      part,
    ).toBeLessThan(characters / 1_000);
  }
}
