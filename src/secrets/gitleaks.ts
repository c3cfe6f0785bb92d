import { RE2JS } from 're2js';
import { ALLOWED, RULES } from './gitleaks-rules.js';
import { isPlaceholder } from './placeholders.js';
import { entropyOf } from './random.js';
import type { GitleaksRule, Span } from './span.js';

// Applies the rules of gitleaks. The library that runs their patterns takes linear time for any pattern, but is some
// hundred times slower than JavaScript's expressions. A rule therefore examines only the surroundings of its keywords.

/** Number of characters before a keyword that are examined. The longest beginning of a pattern has 50, and a boundary. */
const BEFORE = 64;
/** Number of characters after a keyword that are examined. A value that continues there is added, up to LONGEST. */
const BEHIND = 320;
const LONGEST = 8_192;
const VALUE_ENDS = /[\s'"`;]/;
/** Beginning of those rules that match the name of a service and any value assigned to it. */
const LABELLED = '(?i)[\\w.-]{0,50}?';
const GENERIC = 'generic-api-key';
/** Text required after the keyword of such a rule: an assignment, and ten characters of a value. */
const ASSIGNED = /[ \t\w.-]{0,40}[\s'"]{0,3}(?:=|>|:|\|\||,)[=>\s`'":]{0,8}[\w.=+/~-]{10}/y;

const keywordRules = new Map<string, GitleaksRule[]>();
for (const rule of RULES) {
  for (const keyword of rule.keywords) keywordRules.set(keyword, [...(keywordRules.get(keyword) ?? []), rule]);
}
/** Finds all keywords in one pass; longer ones first, since a keyword may be the beginning of another. */
const KEYWORDS = new RegExp(
  `(?=(${[...keywordRules.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
    .join('|')}))`,
  'g',
);

const compiled = new Map<string, RE2JS>();
function patternOf(regex: string): RE2JS {
  let pattern = compiled.get(regex);
  if (!pattern) compiled.set(regex, (pattern = RE2JS.compile(regex)));
  return pattern;
}

interface Part {
  readonly from: number;
  to: number;
}

/** All matches of the rules, unordered; they may overlap. */
export function findKnown(text: string): Span[] {
  const windows = new Map<GitleaksRule, Part[]>();
  // Only A-Z is lowercased: some other letters change their length, which would shift all positions after them.
  const small = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  for (const { 1: keyword = '', index } of small.matchAll(KEYWORDS)) {
    // A match of a keyword hides shorter keywords at the same position, so they are checked as well.
    for (let length = keyword.length; length > 1; length--) {
      const rules = keywordRules.get(keyword.slice(0, length));
      if (rules) addWindows(windows, rules, text, index, keyword.length);
    }
  }
  return [...windows].flatMap(([rule, parts]) => parts.flatMap((part) => findIn(text, part, rule)));
}

function addWindows(
  windows: Map<GitleaksRule, Part[]>,
  rules: readonly GitleaksRule[],
  text: string,
  at: number,
  length: number,
): void {
  ASSIGNED.lastIndex = at + length;
  const assigned = ASSIGNED.test(text);
  for (const rule of rules) {
    if (!assigned && rule.regex.startsWith(LABELLED)) continue;
    const from = Math.max(0, at - BEFORE);
    const before = windows.get(rule);
    const last = before?.at(-1);
    // Each character is searched only once for the end of a value.
    if (last && at + BEHIND <= last.to) continue;
    const to = endOfValue(text, at + BEHIND);
    if (!before) windows.set(rule, [{ from, to }]);
    else if (last && from <= last.to) last.to = to;
    else before.push({ from, to });
  }
}

function endOfValue(text: string, from: number): number {
  if (from >= text.length) return text.length;
  const end = text.slice(from, from + LONGEST).search(VALUE_ENDS);
  return from + (end < 0 ? LONGEST : end + 1);
}

function findIn(text: string, { from, to }: Part, rule: GitleaksRule): Span[] {
  const part = text.slice(from, to);
  const pattern = patternOf(rule.regex);
  if (!pattern.test(part)) return [];
  const found: Span[] = [];
  for (const matcher = pattern.matcher(part); matcher.find();) {
    const group = groupOf(matcher, rule);
    let [start, end] = [matcher.start(group), matcher.end(group)];
    // Quotes and line breaks around a secret stay in the text, so that its syntax remains valid.
    while (start < end && /[\s"'`]/.test(part.charAt(start))) start++;
    while (start < end && /[\s"'`;]/.test(part.charAt(end - 1))) end--;
    const secret = part.slice(start, end);
    if (secret === '' || !isSecret(secret, matcher.group() ?? '', part, start, rule)) continue;
    const isKnown = !rule.regex.startsWith(LABELLED) && rule.id !== GENERIC;
    found.push({ from: from + start, to: from + end, rule: rule.id, isKnown });
  }
  return found;
}

function groupOf(matcher: ReturnType<RE2JS['matcher']>, { secretGroup }: GitleaksRule): number {
  if (secretGroup !== undefined) return secretGroup;
  for (let group = 1; group <= matcher.groupCount(); group++) if (matcher.group(group)) return group;
  return 0;
}

/** A member or a call of a program, and the values that ids, versions and checksums have. */
const NO_KEY =
  /^[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+$|^v?\d+\.\d+|^sha\d+-|\.[a-z]{2,4}$|^[A-Za-z]+(?:[-_.][A-Za-z]+)*$/;

function isSecret(secret: string, match: string, part: string, at: number, rule: GitleaksRule): boolean {
  if (isPlaceholder(secret)) return false;
  const isLabelled = rule.regex.startsWith(LABELLED) || rule.id === GENERIC;
  // A form with a prefix says enough by itself, however often its letters are repeated.
  if (isLabelled && rule.entropy !== undefined && entropyOf(secret) <= rule.entropy) return false;
  // As in gitleaks itself, a value without a digit is a name.
  if (rule.id === GENERIC && !/\d/.test(secret)) return false;
  if (isLabelled && (NO_KEY.test(secret) || /^[([]/.test(part.slice(at + secret.length)))) return false;
  const line = () => part.slice(part.lastIndexOf('\n', at) + 1, (part.indexOf('\n', at) + 1 || part.length + 1) - 1);
  return ![ALLOWED, ...(rule.allowed ?? [])].some(({ target, regexes, stopwords }) => {
    const small = secret.toLowerCase();
    if (stopwords.some((word) => small.includes(word))) return true;
    const looked = target === 'match' ? match : target === 'line' ? line() : secret;
    return regexes.some((regex) => patternOf(regex).test(looked));
  });
}
