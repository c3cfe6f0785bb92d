import { isRecord } from '../common/json.js';
import type { Content } from './content.js';
import { matchesCode } from './content-type.js';
import { countsOf } from './counts.js';
import type { CountCheckInput, EqualsCheckInput } from './criteria.inputs.js';
import { ContentKind } from './criteria.js';
import { amount, type Check } from './criterion.js';
import { type Finding, missingOf, several, UNDECIDED } from './finding.js';
import { judgeNumbers } from './number-checks.js';
import { judgeOrder } from './order-checks.js';
import { isFound } from './expressions.js';
import { schemaProblems } from './json-schema.js';
import { headings } from './words.js';

// Judges delivered content by each check. A check fails only if no reading of the content meets it.

/** @param text the criterion's text, with which messages begin */
export function judge(check: Check, text: string, content: Content): Finding {
  if (check.count) return judgeCount(check.count, text, content);
  if (check.numbers) return judgeNumbers(check.numbers, text, content);
  if (check.equals) return judgeEntries(check.equals, text, content);
  if (check.order) return judgeOrder(check.order, text, content);
  if (check.columns) return judgeColumns(check.columns, text, content);
  if (check.keys) {
    return judgeLabels(check.keys, [...keysIn(content.json?.value)], text, 'is no key', 'Add the key');
  }
  if (check.sections) return judgeSections(check.sections, text, content);
  if (check.matches) {
    const missing = check.matches.filter((source) => !isFound(source, content.text));
    return told(missing, check.matches.length, 'completeness', `${text}: ${several(missing)} is missing`);
  }
  if (check.lacks) {
    const present = check.lacks.filter((source) => isFound(source, content.text));
    return told(present, check.lacks.length, 'accuracy', `${text}: ${several(present)} is there`);
  }
  if (check.jsonSchema) {
    const problems = content.json ? schemaProblems(check.jsonSchema, content.json.value) : ['no JSON was delivered'];
    return told(problems, problems.length, 'accuracy', `${text}: ${problems.join('; ')}`);
  }
  if (check.kind) return judgeKind(check.kind, text, content);
  return UNDECIDED;
}

/** @param wrong what does not hold, of so many */
function told(wrong: readonly string[], of: number, aspect: Finding['aspect'], issue: string): Finding {
  if (wrong.length === 0) return { met: true, credit: 1, aspect };
  return { met: false, credit: 1 - wrong.length / of, aspect, issue };
}

// ───────────────────────────── amounts and entries ─────────────────────────────

function judgeCount({ unit, min, max, distinct }: CountCheckInput, text: string, content: Content): Finding {
  const twice = distinct === true ? duplicatesIn(content) : [];
  if (twice.length > 0) {
    const credit = 1 - twice.length / Math.max(1, content.items.length);
    return { met: false, credit, aspect: 'accuracy', issue: `${text}: ${several(twice)} more than once`, suggestion: 'Ask for each entry once' }; // prettier-ignore
  }
  const isUnread = (unit === 'ROWS' || unit === 'COLUMNS') && !content.table && content.formats.has('html');
  // Which keys of a JSON object, or which of its lists, are meant is not said.
  const isObject = unit === 'ITEMS' && content.items.length === 0 && isRecord(content.json?.value);
  if (isUnread || isObject) return UNDECIDED;
  const [least, most] = [min ?? 0, max ?? Infinity];
  const fits = (count: number) => count >= least && count <= most;
  const { sure, possible } = countsOf(unit, content);
  const readings = unit === 'NUMBERS' ? content.otherNumbers.map(({ length }) => length) : [];
  const [count = 0] = sure;
  if ([...sure, ...readings].some(fits)) return { met: true, credit: 1, aspect: 'completeness' };
  if (possible.some(fits)) return UNDECIDED;
  const units = unit.toLowerCase();
  return {
    met: false,
    credit: count < least ? count / least : most / count,
    aspect: 'completeness',
    issue: `${text}: ${amount(min, max)} ${units} wanted, ${count} delivered`,
    suggestion: count < least ? `Ask for ${least - count} more ${units}` : `Ask for ${count - most} ${units} less`,
  };
}

function duplicatesIn({ items, numbers, isNumeric }: Content): string[] {
  const seen = new Set<string>();
  const entries = isNumeric ? numbers.map(String) : items;
  return entries.filter((entry) => seen.has(entry.toLowerCase()) || !seen.add(entry.toLowerCase()));
}

/** The words of an entry, by which entries are compared. */
function wordsOf(entry: string): string {
  return ` ${(entry.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,]\d+)*/gu) ?? []).join(' ')} `;
}

/** True if one of the two consists of words of the other: "Hopper" or "Grace Hopper (1906)" for "Grace Hopper". */
function says(entry: string, wanted: string): boolean {
  const [one, other] = [wordsOf(entry), wordsOf(wanted)];
  return one.trim() !== '' && (one.includes(other) || other.includes(one));
}

function judgeEntries({ set, list }: EqualsCheckInput, text: string, content: Content): Finding {
  const wanted = list ?? set ?? [];
  const entries = content.isNumeric ? content.numbers.map(String) : content.items;
  const left = [...entries];
  const missing = wanted.filter((one) => {
    const exact = left.findIndex((entry) => wordsOf(entry) === wordsOf(one));
    const at = exact >= 0 ? exact : left.findIndex((entry) => says(entry, one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const whole = wordsOf(content.text);
  const absent = missing.filter((one) => !whole.includes(wordsOf(one)));
  const isComplete = missing.length === 0 && left.length === 0;
  const isInOrder = list === undefined || entries.every((entry, at) => says(entry, wanted[at] ?? ''));
  if (isComplete && isInOrder) return { met: true, credit: 1, aspect: 'completeness' };
  // The entries may stand in a sentence, or with a title.
  const isList = entries.length > 1 && content.type !== 'text';
  if (absent.length === 0 && !(isComplete || (isList && missing.length === 0 && left.length > 1))) return UNDECIDED;
  const wrong = [
    ...(absent.length > 0 ? [missingOf(absent)] : []),
    ...(left.length > 0 && absent.length === 0 ? [`${several(left)} ${left.length === 1 ? 'does' : 'do'} not belong there`] : []),
    ...(isComplete ? ['the order is another'] : []),
  ]; // prettier-ignore
  return {
    met: false,
    credit: isComplete
      ? 0.5
      : Math.max(0, 1 - (missing.length + left.length) / Math.max(wanted.length, entries.length)),
    aspect: 'completeness',
    issue: `${text}: ${wrong.join('; ')}`,
    suggestion: isComplete ? `Ask for this order: ${several(wanted)}` : `Ask for exactly these: ${several(wanted)}`,
  };
}

// ───────────────────────────── names ─────────────────────────────

/** Columns may stand as rows, named in the first cell of each, or be the keys of JSON objects. */
function judgeColumns(names: readonly string[], text: string, { table, json, formats }: Content): Finding {
  // HTML may contain a table that was not read.
  if (!table && formats.has('html')) return UNDECIDED;
  const turned = table?.rows.map(([first = '']) => first) ?? [];
  const ofTable = judgeLabels(
    names,
    table?.columns ?? [...keysIn(json?.value)],
    text,
    'is no column',
    'Add the column',
  );
  if (ofTable.met !== false) return ofTable;
  return judgeLabels(names, turned, text, '', '').met === true
    ? { met: true, credit: 1, aspect: 'completeness' }
    : ofTable;
}

function judgeSections(names: readonly string[], text: string, content: Content): Finding {
  const known = headings(content.text);
  const found = judgeLabels(names, known, text, 'has no section', 'Add the section');
  // The names occur, but not as headings: a heading may share a line with its text.
  const small = content.text.toLowerCase();
  return found.met === false && names.every((name) => small.includes(name.toLowerCase())) ? UNDECIDED : found;
}

function judgeLabels(
  names: readonly string[],
  given: readonly string[],
  text: string,
  problem: string,
  remedy: string,
): Finding {
  const known = given.map(bareName);
  const missing = names.filter((name) => !known.includes(bareName(name)));
  if (missing.length === 0) return { met: true, credit: 1, aspect: 'completeness' };
  // One of two equal names may contain the other, as "price in euros" contains "price".
  const isAlike = (name: string) => known.some((one) => one !== '' && (one.includes(name) || name.includes(one)));
  if (names.every((name) => isAlike(bareName(name)))) return UNDECIDED;
  const quoted = missing.map((name) => `"${name}"`).join(', ');
  return {
    met: false,
    credit: 1 - missing.length / names.length,
    aspect: 'completeness',
    issue: `${text}: ${quoted} ${problem}`,
    suggestion: `${remedy} ${quoted}`,
  };
}

/** Normalises a name, so that `first_name`, "First name" and "first name (of both)" are equal. */
function bareName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Keys of all nested objects. */
function keysIn(value: unknown, depth = 0): ReadonlySet<string> {
  const keys = new Set<string>();
  if (depth > DEEPEST_KEYS) return keys;
  const fields = Array.isArray(value) ? { ...value.slice(0, 100) } : isRecord(value) ? value : {};
  for (const [key, inner] of Object.entries(fields)) {
    if (!Array.isArray(value)) keys.add(key);
    for (const one of keysIn(inner, depth + 1)) keys.add(one);
  }
  return keys;
}

const DEEPEST_KEYS = 6;

function judgeKind(kind: ContentKind, text: string, content: Content): Finding {
  const isCode = kind === ContentKind.CODE ? matchesCode(content) : content.type === 'code';
  if (isCode === null) return UNDECIDED;
  if (isCode === (kind === ContentKind.CODE)) return { met: true, credit: 1, aspect: 'accuracy' };
  const issue = `${text}: ${isCode ? 'code' : 'no code'} was delivered`;
  return { met: false, credit: 0, aspect: 'accuracy', issue, suggestion: `Ask for the ${kind.toLowerCase()} itself` };
}
