import { RE2JS } from 're2js';
import { entropyOf } from './entropy.js';
import { ALLOWED, RULES } from './gitleaks-rules.js';
import type { GitleaksRule, Span } from './known.js';
import { isCode } from './secret-values.js';

// The rules of gitleaks. They are run by a library whose time is linear in the text whatever the pattern; it is also some
// hundred times slower than a pattern of JavaScript, so a rule looks only at what surrounds its keywords.

/** Characters before a keyword that a pattern may need: the longest beginning of one has 50, and a boundary. */
const BEFORE = 64;
/** Characters behind it; then up to the next character that ends a value, but no further than the second. */
const BEHIND = 320;
const LONGEST = 8_192;
const VALUE_ENDS = /[\s'"`;]/;
/** Rules that name a service and take whatever value is assigned behind it begin so. */
const LABELLED = '(?i)[\\w.-]{0,50}?';
const GENERIC = 'generic-api-key';
/** What must stand behind the keyword of such a rule: an assignment, and ten characters of a value. */
const ASSIGNED = /[ \t\w.-]{0,40}[\s'"]{0,3}(?:=|>|:|\|\||,)[=>\s`'":]{0,8}[\w.=+/~-]{10}/y;

const keywordRules = new Map<string, GitleaksRule[]>();
for (const rule of RULES) {
  for (const keyword of rule.keywords) keywordRules.set(keyword, [...(keywordRules.get(keyword) ?? []), rule]);
}
/** One pass finds where which keyword stands; the longer ones first, since one may begin another. */
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

/** What the rules find, in no order; parts may overlap. @param small the text in small letters, character by character */
export function findKnown(text: string, small: string): Span[] {
  const windows = new Map<GitleaksRule, { from: number; to: number }[]>();
  for (const { 1: keyword = '', index } of small.matchAll(KEYWORDS)) {
    // A keyword that begins with another one hides that one at the same place.
    for (let length = keyword.length; length > 1; length--) {
      const rules = keywordRules.get(keyword.slice(0, length));
      if (rules) addWindows(windows, rules, text, index, keyword.length);
    }
  }
  return [...windows].flatMap(([rule, parts]) => parts.flatMap((part) => findIn(text, part, rule)));
}

function addWindows(
  windows: Map<GitleaksRule, { from: number; to: number }[]>,
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
    // What lies within the part before needs no other, so that each character is looked at once for an end.
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

function findIn(text: string, { from, to }: { from: number; to: number }, rule: GitleaksRule): Span[] {
  const part = text.slice(from, to);
  const pattern = patternOf(rule.regex);
  if (!pattern.test(part)) return [];
  const found: Span[] = [];
  for (const matcher = pattern.matcher(part); matcher.find();) {
    const group = groupOf(matcher, rule);
    let [start, end] = [matcher.start(group), matcher.end(group)];
    // Quotes and line ends are of the text, which keeps its syntax.
    while (start < end && /[\s"'`]/.test(part.charAt(start))) start++;
    while (start < end && /[\s"'`;]/.test(part.charAt(end - 1))) end--;
    const secret = part.slice(start, end);
    if (secret === '' || !isSecret(secret, matcher.group() ?? '', part, start, rule)) continue;
    found.push({ from: from + start, to: from + end, rule: rule.id });
  }
  return found;
}

function groupOf(matcher: ReturnType<RE2JS['matcher']>, { secretGroup }: GitleaksRule): number {
  if (secretGroup !== undefined) return secretGroup;
  for (let group = 1; group <= matcher.groupCount(); group++) if (matcher.group(group)) return group;
  return 0;
}

function isSecret(secret: string, match: string, part: string, at: number, rule: GitleaksRule): boolean {
  if (rule.entropy !== undefined && entropyOf(secret) <= rule.entropy) return false;
  // As gitleaks itself does: a value without a digit is a name.
  if (rule.id === GENERIC && !/\d/.test(secret)) return false;
  if (
    rule.regex.startsWith(LABELLED) &&
    isCode(secret, part[at - 1] ?? '', part.slice(at + secret.length, at + secret.length + 2))
  ) {
    return false;
  }
  const line = () => part.slice(part.lastIndexOf('\n', at) + 1, (part.indexOf('\n', at) + 1 || part.length + 1) - 1);
  return ![ALLOWED, ...(rule.allowed ?? [])].some(({ target, regexes, stopwords }) => {
    const small = secret.toLowerCase();
    if (stopwords.some((word) => small.includes(word))) return true;
    const looked = target === 'match' ? match : target === 'line' ? line() : secret;
    return regexes.some((regex) => patternOf(regex).test(looked));
  });
}
