// Decides by its characters alone whether a value was made by a machine. It is asked only about values that stand beside
// a word such as `key` or `token`, since checksums and ids look the same.

/** Shannon entropy of the characters, in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Changes between kinds of characters: rare in names, in random letters at nearly every second position. */
const CHANGE = /[a-z](?=[A-Z0-9])|[A-Z](?=[0-9]|[A-Z][a-z])|[0-9](?=[A-Za-z])/g;
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HEX = /^(?:0x)?[0-9a-f]+$/i;
/** Minimum length of random hexadecimal digits, and of random letters. */
const SHORTEST = { hex: 24, letters: 12 };
/** 16 random letters and digits have about 3.6 bits per character; names have as many, but fewer changes. */
const LEAST = { bits: 3.1, changes: 0.2 };

/** Whether a value is a random run of letters and digits, and not a name, a number, a path or a date. */
export function isRandom(value: string): boolean {
  const core = value.replace(/^=+|=+$/g, '');
  if (!/\d/.test(core) || !/[A-Za-z]/.test(core)) return false;
  if (UUID.test(core)) return true;
  if (HEX.test(core)) return core.length >= SHORTEST.hex && entropyOf(core) >= 2.8;
  if (core.length < SHORTEST.letters || entropyOf(core) < LEAST.bits) return false;
  const letters = core.replace(/[^A-Za-z0-9]/g, '');
  if (letters.length < SHORTEST.letters || /abcdefgh|01234567/i.test(letters)) return false;
  const changes = (letters.match(CHANGE)?.length ?? 0) / letters.length;
  // Words with separators have longer parts than random values.
  return (
    changes >= LEAST.changes &&
    core.split(/[-_./]/).every((part) => part.length < 3 || !/^[A-Za-z]{3,8}$/.test(part) || core.length >= 32)
  );
}
