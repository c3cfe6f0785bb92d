import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface SecretCase {
  readonly kind: string;
  /** A line that contains the secret. */
  readonly line: string;
  /** The generated parts of the secret, which must not remain. */
  readonly secret: string;
}

const LETTERS: Readonly<Record<string, string>> = {
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  a: 'abcdefghijklmnopqrstuvwxyz0123456789',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  h: '0123456789abcdef',
  X: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  d: '0123456789',
  B: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  P: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  w: 'abcdefghijklmnopqrstuvwxyz',
  '!': 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!#%^*_+',
};

/** Returns the lines of a file without its introduction. */
const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .replace(/^(?:# [^\n]*\n)+/, '')
    .split('\n')
    .filter((line) => line !== '');

/** Returns a random generator with a seed, so that every run has the same numbers. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the cases of a file, with secrets generated from the seed. */
export function secrets(seed: number, file = 'kinds.txt'): SecretCase[] {
  const random = mulberry(seed);
  const fill = (shape: string) =>
    shape
      .replaceAll('·', '')
      .replaceAll('\\n', '\n')
      .replace(/\{([AaUhXdBPw!])(\d+)\}/g, (_, letters: string, count: string) => {
        const alphabet = LETTERS[letters] ?? '';
        let made = '';
        // A secret must not begin or end with a mark, which could be taken for the sentence's punctuation.
        while (made.length < Number(count)) {
          const letter = alphabet[Math.floor(random() * alphabet.length)] ?? '';
          const atEnd = made.length === 0 || made.length === Number(count) - 1;
          if (!(atEnd && /[^A-Za-z0-9]/.test(letter))) made += letter;
        }
        // Generated passwords contain a digit, as password rules require.
        return letters === '!' || letters === 'A' ? made.replace(/.(?=.$)/, '7') : made;
      });
  return linesOf(file).map((row) => {
    const [kind = '', before = '', shape = '', behind = ''] = row.split('|');
    const secret = fill(shape);
    return { kind, secret, line: `${fill(before)}${secret}${behind}` };
  });
}

/** One secret, and three texts in which it was written: code or settings, a log or transcript, a message. */
export interface WrittenSecret {
  readonly id: string;
  readonly secret: string;
  readonly places: readonly string[];
}

/**
 * Returns the secrets of the fourth blind set, each in three texts of its own. In the file a middle dot interrupts each
 * secret, since scanners of repositories would take it for a real one.
 */
export function writtenSecrets(): WrittenSecret[] {
  return linesOf('blind4-secrets.jsonl').map((line) => JSON.parse(line.replaceAll('·', '')) as WrittenSecret);
}

/** Returns texts without secrets, each with the part that must stay. */
export function writtenLookAlikes(): { readonly id: string; readonly text: string; readonly keep: string }[] {
  return linesOf('blind4-look-alikes.jsonl').map((line) => JSON.parse(line) as ReturnType<typeof writtenLookAlikes>[0]);
}

/** Returns lines without secrets: 300 of real code, or those of another file. */
export function lookAlikes(file = 'look-alikes.txt'): string[] {
  return linesOf(file);
}

const AROUND = ['We looked at the service this morning and found why it failed.', 'Then the tests ran green.'];

/** Puts a line at the beginning, in the middle and at the end of a text. */
export function placed(line: string): string[] {
  const [first, last] = AROUND;
  return [`${line}\n${first}\n${last}`, `${first}\n${line}\n${last}`, `${first}\n${last}\n${line}`];
}

/** Splits values into two halves by every second one: rules are tuned on one half, and the other one is reported. */
export const halves = <Value>(values: readonly Value[]) => ({
  tuned: values.filter((_, index) => index % 2 === 0),
  told: values.filter((_, index) => index % 2 === 1),
});

/** Splits the blind set into halves, by the hash of a kind's name or of a line. */
export const blindHalves = <Value>(values: readonly Value[], nameOf: (value: Value) => string) => {
  const isEven = (value: Value) => (createHash('sha256').update(nameOf(value)).digest()[0] ?? 0) % 2 === 0;
  return { tuned: values.filter(isEven), told: values.filter((value) => !isEven(value)) };
};
