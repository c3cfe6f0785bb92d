import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface SecretCase {
  readonly kind: string;
  /** A line that holds the secret. */
  readonly line: string;
  /** What must not be left of it: the parts that are made up. */
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

/** Without what is said at the top. */
const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .replace(/^(?:# [^\n]*\n)+/, '')
    .split('\n')
    .filter((line) => line !== '');

/** Random, but the same at every run. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The kinds of a file, each made up anew for a seed. */
export function secrets(seed: number, file = 'kinds.txt'): SecretCase[] {
  const random = mulberry(seed);
  const fill = (shape: string) =>
    shape
      .replaceAll('·', '')
      .replaceAll('\\n', '\n')
      .replace(/\{([AaUhXdBPw!])(\d+)\}/g, (_, letters: string, count: string) => {
        const alphabet = LETTERS[letters] ?? '';
        let made = '';
        // No mark at the ends: a sentence's own would not be told from it.
        while (made.length < Number(count)) {
          const letter = alphabet[Math.floor(random() * alphabet.length)] ?? '';
          const atEnd = made.length === 0 || made.length === Number(count) - 1;
          if (!(atEnd && /[^A-Za-z0-9]/.test(letter))) made += letter;
        }
        // Made-up passwords have a digit, as rules for passwords ask.
        return letters === '!' || letters === 'A' ? made.replace(/.(?=.$)/, '7') : made;
      });
  return linesOf(file).map((row) => {
    const [kind = '', before = '', shape = '', behind = ''] = row.split('|');
    const secret = fill(shape);
    return { kind, secret, line: `${fill(before)}${secret}${behind}` };
  });
}

/** Lines that hold none: 300 of real code, or those of another file. */
export function lookAlikes(file = 'look-alikes.txt'): string[] {
  return linesOf(file);
}

const AROUND = ['We looked at the service this morning and found why it failed.', 'Then the tests ran green.'];

/** A line at the beginning, in the middle and at the end of a text. */
export function placed(line: string): string[] {
  const [first, last] = AROUND;
  return [`${line}\n${first}\n${last}`, `${first}\n${line}\n${last}`, `${first}\n${last}\n${line}`];
}

/** Every second one, so that rules are tuned on one half and told by the other. */
export const halves = <Value>(values: readonly Value[]) => ({
  tuned: values.filter((_, index) => index % 2 === 0),
  told: values.filter((_, index) => index % 2 === 1),
});

/** Halves of the blind set: by the hash of a kind's name, or of a line. */
export const blindHalves = <Value>(values: readonly Value[], nameOf: (value: Value) => string) => {
  const isEven = (value: Value) => (createHash('sha256').update(nameOf(value)).digest()[0] ?? 0) % 2 === 0;
  return { tuned: values.filter(isEven), told: values.filter((value) => !isEven(value)) };
};
