import type { Span } from './known.js';
import { randomBits } from './random-bits.js';
import { isResourceName } from './resource-names.js';

/** Shannon entropy of the characters, in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/**
 * A run of characters that keys consist of, longer than usual names. A run is only searched from the beginning of a
 * word.
 */
const RUN = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{24,512}/g;
const SHORTEST = 24;
/** If a run is likelier random than a name by at least this many bits, no other evidence is needed. */
const SURELY_RANDOM = 36;
/** Changes between character classes: rare in names; in random letters at nearly every second position. */
const CHANGE = /[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g;
/** 24 random letters and digits have about 4.2 bits per character, names and paths of that length 3.5. */
const LEAST_BITS = 3.9;
const LEAST_CHANGES = 0.28;
const SURE_CHANGES = 0.33;
const SURE_BITS = 4.3;
/** A ULID is an id whose first ten characters encode a time. */
const ULID = /^0[0-7][0-9A-HJKMNP-TV-Z]{24}$/i;
const LEAST_CHANGES_OF_ONE_CASE = 0.25;
/** A line that consists of base64. */
const BLOCK = /^[\s"'b(+]*[A-Za-z0-9+/=_-]{32,}(?:\\n)?[\s"'),;+\\]*$/;
/** A URL without a query, if the text ends within it. */
const ADDRESS = /https?:\/\/[^\s?#"'<>]*$/;
/** The same up to a parameter whose name says that its value is an id, or nothing. */
const QUERY = /https?:\/\/[^\s"'<>]*[?&](?:[a-z]{1,5}|ref_?|ixid|list|cid|gclid|fbclid|msclkid|utm_\w+)=$/i;
/** Labels of checksums. */
const CHECKSUM =
  /(?:sha(?:1|224|256|384|512)|md5|integrity|checksum|digest|hash|etag|fingerprint|public_?key)[^A-Za-z0-9]{0,8}$|\bh1:$/i;
/** Labels of ids, and prefixes of the ids of well-known services. */
const ID = /(?:(?:^|[^A-Za-z])ids?|(?<=[a-z])Ids?)["'`]?\s?[:=]\s?["'`]?$/;
export const ID_PREFIX =
  /^(?:msg|req|resp|run|thread|asst|file|chatcmpl|cmpl|call|toolu|batch|pi|ch|cus|sub|in|price|prod|seti|evt|pm|card|acct|txn|cs|org|user|usr|team|proj|inv|ord|job|step|span|conv|wf|evt|vs|gen)[_-](?=[A-Za-z0-9]+$)|^(?:bc1|tb1|ltc1|addr1|npub1)/;

/**
 * Finds random-looking letters and digits that no other rule knows. Checksums, commit ids, UUIDs, paths and names do
 * not count.
 */
export function findUnknown(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: whole, index: begin } of text.matchAll(RUN)) {
    // The name in `name=value` is not part of the value.
    const run = whole.replace(/^[\w-]*=(?=[^=])/, '');
    const index = begin + whole.length - run.length;
    if (run.length < SHORTEST || !isRandom(run)) continue;
    const before = text.slice(Math.max(0, index - 24), index);
    // These runs are no keys: checksums, ids, embedded data, and the rest of a longer run whose beginning was already
    // redacted.
    if (
      CHECKSUM.test(before) ||
      ID.test(before) ||
      ID_PREFIX.test(run) ||
      isResourceName(run) ||
      /\?[bq]\?$/i.test(before) ||
      isData(text, index, run) ||
      before.endsWith('base64,') ||
      (run === whole && /[A-Za-z0-9+/_=-]$/.test(before))
    )
      continue;
    if (
      /^(?:[A-Za-z0-9+/_=-]|\.[a-z][a-z0-9-]{1,32}\.[a-z]{2,6}\b)/.test(
        text.slice(index + run.length, index + run.length + 48),
      )
    )
      continue;
    // The id of a page, unless the URL itself grants access.
    const said = text.slice(Math.max(0, index - 256), index);
    const address = ADDRESS.exec(said)?.[0];
    if (address !== undefined && !/hook|token|secret|key/i.test(address + run)) continue;
    // Parameters of a URL are ids unless they are named otherwise; findInAddresses finds those.
    if (QUERY.test(said)) continue;
    found.push({ from: index, to: index + run.length, rule: 'unknown-high-entropy' });
  }
  return found;
}

/** Whether a run is base64 of readable text, or a line of a longer base64 block. */
function isData(text: string, at: number, run: string): boolean {
  const plain = Buffer.from(run.replace(/=+$/, ''), 'base64').toString('latin1');
  if (/^[\s\x20-\x7e]*$/.test(plain)) return true;
  const lineBefore =
    text
      .slice(Math.max(0, at - 256), at)
      .split('\n')
      .at(-2) ?? '';
  const behind = at + run.length;
  const lineBehind = text.slice(behind, behind + 256).split('\n')[1] ?? '';
  return [lineBefore, lineBehind].some((line) => BLOCK.test(line));
}

/** Lower-case letters and digits, or capitals and digits; hexadecimal runs are checksums or ids. */
function isRandomOfOneCase(core: string): boolean {
  if (!/^[A-Za-z0-9]+$/.test(core) || /^(?:0x)?[0-9a-f]+$/i.test(core) || ULID.test(core)) return false;
  if (/abcdefghij|0123456789/i.test(core)) return false;
  const changes = (core.match(CHANGE)?.length ?? 0) / core.length;
  return changes >= LEAST_CHANGES_OF_ONE_CASE && entropyOf(core) >= LEAST_BITS;
}

function isRandom(run: string): boolean {
  const core = run.replace(/=+$/, '');
  if (!/\d/.test(core)) return false;
  if (!/[a-z]/.test(core) || !/[A-Z]/.test(core)) return isRandomOfOneCase(core);
  if (/^sha\d{3}-/.test(core)) return false;
  if (/^[A-Za-z0-9]+$/.test(core) && randomBits(core) >= SURELY_RANDOM && !/abcdefghij|0123456789/i.test(core))
    return true;
  // The parts of a path, or of a name in kebab or snake case, are words.
  const parts = core.split(/[/_-]+/);
  const longest = Math.max(...parts.map((part) => part.length));
  const [changes, bits] = [(core.match(CHANGE)?.length ?? 0) / core.length, entropyOf(core)];
  // If separators divide the run into short parts, stronger evidence against words is required.
  return longest >= 16
    ? changes >= LEAST_CHANGES && bits >= LEAST_BITS
    : changes >= SURE_CHANGES && bits >= SURE_BITS && parts.length <= core.length / 6;
}
