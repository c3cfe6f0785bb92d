import { judgeExactly, judgeSpelling } from './entry-findings.js';
import { allTerms, firstTerms, UNBOUNDED } from './expected-numbers.js';
import type { Content } from './content.js';
import { isRecord } from '../common/json.js';
import { judgeCount } from './count-findings.js';
import type { Finding, Given } from './finding.js';
import type { Rule } from './criteria-rules.js';
import { areTakenFrom } from './kept-data.js';
import { judgeOrder } from './order-findings.js';
import { wordInEnglish } from './request-words.js';
import { judgeValue } from './value-findings.js';

// Judges delivered content by each rule.

export function judge(rule: Rule, phrase: string, given: Given): Finding {
  const { content } = given;
  switch (rule.kind) {
    case 'first':
      return judgeFirst(rule.count, phrase, given);
    case 'all':
      return judgeAll(phrase, given);
    case 'count':
      return judgeCount(rule, phrase, given);
    case 'property': {
      const { property } = rule;
      return judgeNumbers(
        phrase,
        content,
        (value) => property.holds(value),
        (value) => {
          const why = property.why?.(value);
          return `${value} is no ${property.noun}${why === undefined ? '' : ` (${why})`}`;
        },
      );
    }
    case 'range': {
      const { min, max, minOpen, maxOpen } = rule.bounds;
      const within = (value: number) =>
        (minOpen === true ? value > min : value >= min) && (maxOpen === true ? value < max : value <= max);
      const found = judgeNumbers(phrase, content, within, (value) => `${value} is not ${phrase}`);
      return found.met === true && isIncomplete(given) ? { met: undefined, credit: 0, aspect: 'accuracy' } : found;
    }
    case 'exactly':
      return judgeExactly(rule, phrase, given);
    case 'spelling':
      return judgeSpelling(rule, phrase, given);
    case 'rounded':
      // The value itself is compared in its rounded form.
      return { met: given.isValue ? true : undefined, credit: Number(given.isValue), aspect: 'accuracy' };
    case 'order':
      return judgeOrder(rule.direction, phrase, given);
    case 'unique':
      return judgeUnique(phrase, entriesOf(given));
    case 'mentions':
      return judgeNames(rule.words, (word) => contains(given, word), phrase, 'is not mentioned', 'Mention');
    case 'keeps':
      return judgeKept(rule.words, phrase, given);
    case 'taken': {
      // Values may be written differently from the text, as dates are, so that nothing fails here.
      const isTaken = areTakenFrom(rule.words[0] ?? '', content.json?.value);
      return { met: isTaken ? true : undefined, credit: Number(isTaken), aspect: 'accuracy' };
    }
    case 'without': {
      const present = rule.words.filter((word) => contains(given, word));
      return {
        met: present.length === 0,
        credit: 1 - present.length / rule.words.length,
        aspect: 'accuracy',
        ...(present.length > 0 && { issue: `${phrase}: "${present.join('", "')}" is there` }),
      };
    }
    case 'sections': {
      const known = given.sections();
      const found = judgeNames(
        rule.words,
        (name) => known.has(name.toLowerCase()),
        phrase,
        'has no section',
        'Add the section',
      );
      // The names occur, but not as headings: a heading may share a line with its text, or have more words.
      const isOpen = found.met === false && rule.words.every((name) => contains(given, name));
      return isOpen ? { met: undefined, credit: 0, aspect: 'completeness' } : found;
    }
    case 'value':
      return judgeValue(rule, phrase, given);
    case 'keys': {
      const known = namesOf(keysIn(content.json?.value));
      return judgeLabels(rule.words, known, phrase, 'is no key', 'Add the key');
    }
    case 'parts': {
      const known = new Set(namesOf(keysIn(content.json?.value)));
      const found = judgeNames(rule.words, (name) => known.has(bareName(name)), phrase, 'is no key', 'Add the key');
      // The same parts may have been delivered under other key names.
      const isOpen = found.met === false && keysIn(content.json?.value).size >= rule.words.length;
      return isOpen ? { met: undefined, credit: 0, aspect: 'completeness' } : found;
    }
    case 'columns': {
      // HTML may contain a table that was not read.
      if (!content.table && content.formats.has('html')) return { met: undefined, credit: 0, aspect: 'completeness' };
      const known = namesOf(content.table?.columns ?? []);
      return judgeLabels(rule.words, known, phrase, 'is no column', 'Add the column');
    }
  }
}

function judgeLabels(
  words: readonly string[],
  known: readonly string[],
  phrase: string,
  problem: string,
  remedy: string,
): Finding {
  const found = judgeNames(words, (name) => known.includes(bareName(name)), phrase, problem, remedy);
  // One of two equal names may contain the other, as "price in euros" contains "price".
  const isAlike = (name: string) => known.some((one) => one !== '' && (one.includes(name) || name.includes(one)));
  const isOpen = found.met === false && words.every((name) => isAlike(bareName(name)));
  return isOpen ? { met: undefined, credit: 0, aspect: 'completeness' } : found;
}

/**
 * Normalises names. A German or French name is returned in its English form as well, because requests are read in
 * English.
 */
function namesOf(names: Iterable<string>): readonly string[] {
  return [...names].flatMap((name) => {
    const english = wordInEnglish(name);
    return english === undefined ? [bareName(name)] : [bareName(name), bareName(english)];
  });
}

/** Normalises a name, so that `first_name`, "First name" and "first name (of both)" are equal. */
function bareName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * True if terms within stated bounds are missing. Without a stated number of terms, all of them may be wanted, so the
 * criterion is then undecided.
 */
function isIncomplete(given: Given): boolean {
  if (given.isCounted || !given.expectsNumbers || given.properties.length === 0) return false;
  return judgeAll('', given).met === false;
}

/** Keys of all nested objects, in lower case. */
function keysIn(value: unknown, depth = 0): ReadonlySet<string> {
  const keys = new Set<string>();
  if (depth > DEEPEST_KEYS) return keys;
  for (const [key, inner] of Object.entries(
    Array.isArray(value) ? { ...value.slice(0, 100) } : isRecord(value) ? value : {},
  )) {
    if (!Array.isArray(value)) keys.add(key.toLowerCase());
    for (const one of keysIn(inner, depth + 1)) keys.add(one);
  }
  return keys;
}

const DEEPEST_KEYS = 6;

/**
 * Compares the numbers with the first terms if the criteria determine all of them; otherwise it only counts the
 * entries.
 */
function judgeFirst(count: number, phrase: string, given: Given): Finding {
  const isListed = given.expectsNumbers && !given.isRestricted;
  const readings = isListed ? firstTerms(given.properties, given.bounds ?? UNBOUNDED, count) : [];
  if (readings.length === 0) return judgeCount({ unit: 'items', min: count, max: count }, phrase, given);
  return bestOf(readings, given, phrase);
}

function judgeAll(phrase: string, given: Given): Finding {
  const readings = given.isRestricted || !given.bounds ? undefined : allTerms(given.properties, given.bounds);
  return readings ? bestOf(readings, given, phrase) : { met: undefined, credit: 0, aspect: 'completeness' };
}

/** Compares the numbers with each possible meaning of the request; the one that fits best counts. */
function bestOf(readings: readonly (readonly number[])[], { content }: Given, phrase: string): Finding {
  const compared = readings.map((terms) => compare(terms, content.numbers, phrase));
  return compared.reduce((best, one) => (one.credit > best.credit || one.met === true ? one : best));
}

function compare(expected: readonly number[], delivered: readonly number[], phrase: string): Finding {
  const wanted = new Map<number, number>();
  for (const value of expected) wanted.set(value, (wanted.get(value) ?? 0) + 1);
  const extra: number[] = [];
  for (const value of delivered) {
    const left = wanted.get(value) ?? 0;
    if (left > 0) wanted.set(value, left - 1);
    else extra.push(value);
  }
  const missing = [...wanted].filter(([, left]) => left > 0).map(([value]) => value);
  const count = expected.length;
  const problems = [
    ...(missing.length > 0 ? [`${several(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`] : []),
    ...(extra.length > 0
      ? [
          `${several(extra)} ${extra.length === 1 ? 'does' : 'do'} not belong there or ${extra.length === 1 ? 'is' : 'are'} there twice`,
        ]
      : []),
  ];
  return {
    met: problems.length === 0,
    credit:
      count === 0
        ? Number(delivered.length === 0)
        : Math.max(0, (count - missing.length) / Math.max(count, delivered.length)),
    aspect: 'completeness',
    ...(problems.length > 0 && {
      issue: `${phrase}: ${delivered.length} of ${count} delivered; ${problems.join('; ')}`,
    }),
    ...(missing.length > 0 && { suggestion: `Ask for what is missing: ${several(missing)}` }),
  };
}

/**
 * Judges whether given data are there again. Words that several entries share, such as "points", may have become a
 * heading. An entry is missing if none of its own words, of which there are at least two, is there; a single missing word
 * is no failure, since words around the data may be omitted, and numbers may be written differently.
 */
function judgeKept(entries: readonly string[], phrase: string, given: Given): Finding {
  const words = entries.map((entry) => entry.split(' '));
  const own = words.map((some, at) =>
    some.filter((word) => !words.some((other, place) => place !== at && other.includes(word))),
  );
  const isOfEntries = words.every((some) => some.length >= 2) && own.every((some) => some.length > 0);
  const wanted = isOfEntries ? own : words;
  if (wanted.flat().every((word) => contains(given, word))) return { met: true, credit: 1, aspect: 'completeness' };
  const { content } = given;
  const isData = content.table !== undefined || content.json !== undefined;
  const missing = entries.filter((_, at) => {
    const some = wanted[at] ?? [];
    return some.length >= 2 && some.every((word) => !contains(given, word));
  });
  if (!isData || !isOfEntries || missing.length === 0) return { met: undefined, credit: 0, aspect: 'completeness' };
  return {
    met: false,
    credit: 1 - missing.length / entries.length,
    aspect: 'completeness',
    issue: `${phrase}: ${several(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`,
    suggestion: `Ask for what is missing: ${several(missing)}`,
  };
}

function entriesOf({ content, expectsNumbers }: Given): readonly (string | number)[] {
  return expectsNumbers ? content.numbers : content.items;
}

function judgeNumbers(
  phrase: string,
  { numbers }: Content,
  holds: (value: number) => boolean | undefined,
  fault: (value: number) => string,
): Finding {
  if (numbers.length === 0) {
    return { met: false, credit: 0, aspect: 'accuracy', issue: `${phrase}: there are no numbers` };
  }
  // Testing large numbers for primality is slow, so their number is limited.
  const slow = numbers.filter((value) => Math.abs(value) > 1_000_000).length;
  if (slow > MAX_LARGE) return { met: undefined, credit: 0, aspect: 'accuracy' };
  const held = numbers.map(holds);
  const wrong = numbers.filter((_, index) => held[index] === false);
  if (wrong.length === 0) {
    return { met: held.includes(undefined) ? undefined : true, credit: 1, aspect: 'accuracy' };
  }
  const shown = wrong.slice(0, SHOWN).map(fault).join(', ');
  return {
    met: false,
    credit: 1 - wrong.length / numbers.length,
    aspect: 'accuracy',
    issue: `${phrase}: ${shown}${more(wrong.length)}`,
    suggestion: `Ask for a correction: ${shown}${more(wrong.length)}`,
  };
}

const MAX_LARGE = 20_000;

function judgeUnique(phrase: string, entries: readonly (string | number)[]): Finding {
  const seen = new Set<string | number>();
  const twice = entries.filter((entry) => {
    const key = typeof entry === 'string' ? entry.toLowerCase() : entry;
    return seen.has(key) || !seen.add(key);
  });
  return {
    met: entries.length > 0 && twice.length === 0,
    credit: entries.length === 0 ? 0 : 1 - twice.length / entries.length,
    aspect: 'accuracy',
    ...(twice.length > 0 && {
      issue: `${phrase}: ${several(twice)} more than once`,
      suggestion: 'Ask for each entry once',
    }),
  };
}

function judgeNames(
  names: readonly string[],
  isThere: (name: string) => boolean,
  phrase: string,
  problem: string,
  remedy: string,
): Finding {
  const missing = names.filter((name) => !isThere(name));
  return {
    met: missing.length === 0,
    credit: 1 - missing.length / names.length,
    aspect: 'completeness',
    ...(missing.length > 0 && {
      issue: `${phrase}: ${missing.map((name) => `"${name}"`).join(', ')} ${problem}`,
      suggestion: `${remedy} ${missing.map((name) => `"${name}"`).join(', ')}`,
    }),
  };
}

function contains({ smallText }: Given, word: string): boolean {
  return smallText().includes(word.toLowerCase());
}

/** Maximum number of values in a message. */
const SHOWN = 5;
/** Maximum characters of each value in a message. */
const NAMED = 200;

function named(value: string | number): string {
  const text = String(value);
  return text.length <= NAMED ? text : `${text.slice(0, NAMED)}…`;
}

function several(values: readonly (string | number)[]): string {
  return `${values.slice(0, SHOWN).map(named).join(', ')}${more(values.length)}`;
}

function more(count: number): string {
  return count > SHOWN ? ` and ${count - SHOWN} more` : '';
}
