import { describe, expect, it } from 'vitest';
import { halves, type LookAlike, setOf, type WrittenSecret } from '../../test/secrets/measured-set.js';
import { redactText } from './redact.js';

// The table in docs/security.md. Engineers who had not seen the rules wrote the set; rules were written on one half of it.

/** Number of characters at the end of a secret that must be gone. Its beginning may be a prefix that everybody knows. */
const END = 16;

function remains(text: string, { secret }: WrittenSecret): boolean {
  // The lines that mark a private key stay.
  const core = secret.replace(/\n?-----END[^]*$/, '');
  return redactText(text).includes(core.slice(Math.min(12, Math.max(0, core.length - 6))).slice(-END));
}

const missedAt = (place: number, secrets: readonly WrittenSecret[]) =>
  secrets.filter((each) => remains(each.places[place] ?? '', each)).length;
const cutFrom = (lookAlikes: readonly LookAlike[]) =>
  lookAlikes.filter(({ text, keep = text }) => !redactText(text).includes(keep)).map(({ id }) => id);

describe('of the measured set', () => {
  const { secrets, lookAlikes } = setOf('secrets.jsonl', 'look-alikes.jsonl');

  it.each([
    { half: 'tuned', of: 77, missed: [11, 10, 23], looks: 145, cut: 0 },
    { half: 'heldOut', of: 83, missed: [12, 20, 36], looks: 155, cut: 4 },
  ] as const)('the half $half misses and cuts what the documentation says', ({ half, of, missed, looks, cut }) => {
    const mine = halves(secrets)[half];
    expect(mine).toHaveLength(of);
    expect([0, 1, 2].map((place) => missedAt(place, mine))).toEqual(missed);
    const others = halves(lookAlikes)[half];
    expect(others).toHaveLength(looks);
    expect(cutFrom(others)).toHaveLength(cut);
  });
});

it('of the collected cases, only kinds that no rule is for are missed, and no look-alike is cut', () => {
  const { secrets, lookAlikes } = setOf('cases.jsonl');
  expect(secrets.filter((each) => missedAt(0, [each]) > 0).map(({ id }) => id)).toEqual([
    ...['german prose', 'french prose', 'japanese prose', 'google app password', 'telegram bot token'],
    ...['discord bot token', 'twilio auth token', 'eth private key', 'PIN prose'],
  ]);
  expect(cutFrom(lookAlikes)).toEqual([]);
});
