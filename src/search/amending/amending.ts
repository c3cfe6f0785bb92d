import { formOf } from '../word-forms.js';

// Recognises that a text changes an earlier one, which it names. English only. Where it is not sure, it says no: a later text
// in the wrong place is worse than an earlier one that stands first.

/** The verbs that say so: base, present, past, progressive, participle. Things are replaced, too, not only texts. */
const VERBS = [
  ['amend', 'amends', 'amended', 'amending', 'amended'],
  ['supersede', 'supersedes', 'superseded', 'superseding', 'superseded'],
  ['replace', 'replaces', 'replaced', 'replacing', 'replaced'],
  ['revoke', 'revokes', 'revoked', 'revoking', 'revoked'],
  ['overrule', 'overrules', 'overruled', 'overruling', 'overruled'],
  ['withdraw', 'withdraws', 'withdrew', 'withdrawing', 'withdrawn'],
] as const;
const CUE = /amend|supersed|replac|revok|overrul|withdr|no longer|in place of/i;

/** Who changes what was stated; a script that replaces a file is not among them. */
const WHO =
  '(?:this|we|i|it|that|(?:the |our )?(?:board|team|management|committee|meeting|legal)|(?:this|the new|my) (?:rule|decision|policy|note|plan|agreement|guideline|instruction))';
const CHANGES = VERBS.map(([base, present, past, progressive, participle]) => ({
  active: new RegExp(
    `^(?:${WHO} (?:(?:have|has|hereby|now|therefore) )*(?:${base}|${present}|${past}|(?:am|are|is) ${progressive}|(?:voted|decided|agreed) to ${base})|${present}) (.*)$`,
  ),
  passive: new RegExp(`^(.*) (?:is|are|was|were|has been|have been) (?:now |hereby )?${participle}\\b`),
  ofThings: base === 'replace',
}));

/** Words for what was stated. */
const STATED =
  /\b(?:rules?|decisions?|polic(?:y|ies)|notes?|plans?|limits?|defaults?|agreements?|guidelines?|budgets?|schedules?|instructions?|conventions?|the one|what (?:we|i|was|were) (?:said|agreed|decided|wrote|written))\b(?=\s*(?:$|[,:]|of\b|on\b|for\b|about\b|from\b|that\b|to\b|in\b|timeout\b))/g;
/** Signs that a sentence asks, proposes, denies, forbids, reports, or describes what may happen. */
const UNSURE =
  /\?\s*$|(?<!, )\bnot\b|n['’]t\b|(?<!\bon )\bwhen\b|(?<!what (?:we|i) )\bsaid\b|\b(?:if|whether|once|unless|would|could|should|(?<!since |in |of |until )may|might|can|must|shall|suppose|propos\w*|draft|never|nobody|nothing|no (?!longer)|none|without|asks?|asked|says|claim\w*|why|how|please|want\w*|perhaps|maybe|probably)\b/;
/** After "no longer": says that a statement does not hold, rather than what a thing does not do any more. */
const HOLDS = /^(?:holds?|appl(?:y|ies)|valid|true|in force|the case|offered|needed|required|allowed)\b/;
/** Ends what a sentence names. */
const END = /[;:]| to (?=\d)|, (?:but|which|since|so|because|and)\b|\b(?:since|because|until)\b/;

const STOP = new Set(
  'a about after all also an and are as at be been before but by each every for from had has have he her here his i if in into is it its may more my new not now of on one only or our out over she since so than that the their them then there these they this those to until up was we were what when which who will with you your earlier previous old former last superseding amending replacing full original'.split(
    ' ',
  ),
);
/**
 * How much of the words that name what is changed one sentence of the earlier text must have: at least two words, all of
 * up to three, two thirds of more; and three quarters of the sentence where only a restatement tells what is meant.
 */
const LEAST = { words: 2, all: 3, named: 2 / 3, restated: 0.75 };

/** What a text says that it changes. */
interface Named {
  readonly words: ReadonlySet<string>;
  /** True if the words must restate the earlier text. */
  readonly restates: boolean;
  /** A word that the earlier text must have. */
  readonly needs?: string;
}

/**
 * Moves texts that change another one directly above it, if it is earlier and stands above them. All else keeps its order.
 */
export function amendedBelow<Text extends { readonly text: string }>(
  texts: readonly Text[],
  isLater: (one: Text, other: Text) => boolean,
): readonly Text[] {
  const claims = texts.flatMap((text, place) => {
    const named = CUE.test(text.text) ? changedBy(text.text) : [];
    return named.length > 0 ? [{ text, place, named }] : [];
  });
  if (claims.length === 0) return texts;
  const placed = new Set<Text>();
  const place = (text: Text, at: number) => {
    if (placed.has(text)) return;
    const later = claims
      .filter(({ place: below, text: other, named }) => {
        return below > at && isLater(other, text) && named.some((one) => isChanged(text.text, one));
      })
      .sort((a, b) => Number(isLater(b.text, a.text)) - Number(isLater(a.text, b.text)));
    for (const claim of later) place(claim.text, claim.place);
    placed.add(text);
  };
  texts.forEach(place);
  return [...placed];
}

/** What a text says that it changes; usually nothing. */
function changedBy(text: string): Named[] {
  return sentencesOf(text).flatMap((sentence) => {
    if (!CUE.test(sentence)) return [];
    const [outset = ''] = sentence.split(/:\s/);
    const comma = sentence.indexOf(', ');
    const [rest = ''] = comma < 0 ? [] : sentence.slice(comma).split(/\b(?:since|because) /);
    if (UNSURE.test(outset) || UNSURE.test(rest)) return [];
    const named = namedIn(sentence.replace(/^(?:correction|update|note): /, ''));
    return named && named.words.size >= LEAST.words ? [named] : [];
  });
}

/** Whether a sentence of an earlier text states what a later one says that it changes. */
function isChanged(earlier: string, { words, restates, needs }: Named): boolean {
  return sentencesOf(earlier).some((sentence) => {
    const own = wordsOf(sentence);
    if (needs !== undefined && !own.has(needs)) return false;
    const common = [...words].filter((word) => own.has(word)).length;
    if (common < Math.min(words.size, LEAST.all) || common < LEAST.named * words.size) return false;
    return !restates || common >= LEAST.restated * own.size;
  });
}

function namedIn(sentence: string): Named | undefined {
  const [, before, after = ''] = /^(.*)\bno longer (?!than\b)(.*)$/.exec(sentence) ?? [];
  if (before !== undefined) {
    const subject = before.split(', ').at(-1) ?? '';
    if (/\b(?:that|which|who)\b/.test(subject)) return undefined;
    if (HOLDS.test(after)) return { words: wordsOf(subject), restates: true };
    const words = wordsOf(`${subject} ${beginningOf(after)}`);
    return { words, restates: true, needs: formOf(after.split(/\s/)[0] ?? '', 'porter') };
  }
  const [, object, head] = /^(?:in place of (.*)|(?:amendment to|amended|revised) ([^:]*):.*)$/.exec(sentence) ?? [];
  const opening = object === undefined ? head : beginningOf(object);
  if (opening !== undefined) return isStated(opening) ? { words: subjectOf(opening), restates: false } : undefined;
  for (const { active, passive, ofThings } of CHANGES) {
    const [, changed] = active.exec(sentence) ?? [];
    if (changed !== undefined) {
      const what = beginningOf(changed);
      return !ofThings || isStated(what) ? { words: subjectOf(what), restates: false } : undefined;
    }
    const [, subject] = passive.exec(sentence) ?? [];
    if (subject !== undefined) return { words: subjectOf(subject), restates: !isStated(subject) };
  }
  return undefined;
}

const beginningOf = (clause: string): string => clause.split(END)[0] ?? '';
const isStated = (object: string): boolean => object.search(STATED) >= 0;

/** What a statement is about, without the word that says that it is one, unless little else is left. */
function subjectOf(object: string): ReadonlySet<string> {
  const words = wordsOf(object.replace(STATED, ' '));
  return words.size < LEAST.words ? wordsOf(object) : words;
}

function sentencesOf(text: string): string[] {
  const sentences = text.toLowerCase().split(/(?<=[.!?])\s+|\n+/);
  return sentences.map((sentence) => sentence.replace(/[.!]\s*$/, '').trim());
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.match(/[\p{L}\p{N}]+(?:[.,'’][\p{L}\p{N}]+)*/gu) ?? [];
  return new Set(words.filter((word) => !STOP.has(word)).map((word) => formOf(word, 'porter')));
}
