import type { Problem } from './finding.js';
import { countWords } from './words.js';

// Recognises short texts delivered in place of a result: refusals, promises, questions in return, and descriptions of how
// to get the result.

/** Maximum words of such a text; a longer one is taken as a result. */
const MAX_WORDS = 60;
/** A refusal or promise of at most this many words contains nothing else. */
const FEW_WORDS = 12;
/** Minimum characters of a text that is recognised as the given one. */
const FEW_CHARACTERS = 15;

const UNABLE =
  "(?:can['’]?t|can ?not|could ?n[o'’]t|could not|(?:am|['’]m) (?:not able|unable|not allowed|not permitted|not sure)|(?:do not|don['’]t) (?:have|know|see)|have no (?:access|permission|way|tool))";
const REFUSALS: readonly RegExp[] = [
  new RegExp(`^(?:(?:sorry|apologies|unfortunately|i['’]m afraid|i am afraid|as an? [^,.!?]{1,40})[^.!?]{0,60})?\\bi(?:['’]m)?\\b[^.!?]{0,25}?\\b${UNABLE}(?! (?:wait|believe|help but|thank|imagine|stop)\\b)`),
  /^(?:(?:i(?:['’]m| am) )?(?:so |very |really )?sorry|my apologies|unfortunately|i(?:['’]m| am) afraid)\b[^.!?]{0,120}\b(?:can['’]?t|can ?not|not|unable|went wrong)\b/,
  /^(?:as an? |i(?:['’]m| am) (?:just |only )?an? )(?:ai|artificial|language|large|text|assistant)\b/,
]; // prettier-ignore
const POLITE = '(?:(?:sure|of course|certainly|absolutely|okay|ok|great|gladly|no problem|yes)[!,. ]+)?';
const PROMISES: readonly RegExp[] = [
  new RegExp(`^${POLITE}(?:i['’]ll|i will|i am going to|i['’]m going to|let me|i shall) (?!\\w+ing\\b)`),
  new RegExp(`^${POLITE}(?:i['’]d|i would|i am|i['’]m) (?:be )?(?:happy|glad|love|like|delighted) to\\b`),
  /^(?:please (?:upload|paste|provide|share|send))\b/,
];
const QUESTION = /\b(?:which|what|who|where|when|how|could you|can you|do you|would you)\b[^.!?]{1,120}\?$/;
const DESCRIPTION =
  /^(?:you|one|we) (?:can|could|should|need to|must|have to|just) (?:simply |just |easily )?(?:work out|calculate|compute|multiply|divide|add up|use|find|write|create|run|sort|convert|count|generate|look up|try)\b/;
/** Requests whose results legitimately read like this: apologies, refusals, quotations. */
const ASKS_FOR_SUCH =
  /apolog|sorry|excus|declin|refus|reject|can['’]t|can ?not|won['’]t|unable|complain|\bsick\b|regret|forgiv|turn(?:ing)? down|\bquot|lyrics|\bsays?\b|voicemail|out of office|messages?\b|\breply\b|\bnote\b|e-?mail/;
const ASKS_FOR_QUESTIONS = /question|quiz|interview|survey|faq|\bask\b|riddle/;
const EXACT: ReadonlySet<string> = new Set(['numbers', 'table', 'json', 'code']);
const ASKS_HOW = /\bhow\b|\bexplain|\bdescribe|\badvice|\badvise|\bshould i\b|\bsteps\b|\binstructions?\b/;

/** Maximum characters of a text that is examined. */
const LONGEST = 2_000;

/**
 * Describes the text if it is no result; undefined if it may be one.
 *
 * @param objective the request; if it is unknown, no text is rejected
 * @param dataType texts may themselves contain promises or questions
 */
export function undeliveredOf(text: string, objective: string | undefined, dataType: string): Problem | undefined {
  if (objective === undefined || text.length > LONGEST || countWords(text) > MAX_WORDS) return undefined;
  const isWriting = dataType === 'text' || dataType === 'analysis' || dataType === 'document';
  // The material that a request gives may be a refusal itself, as in "Translate: I can't come".
  const asked = objective.toLowerCase();
  const said = text
    .trim()
    .replace(/^["“”'*_\s]+|["“”*_\s]+$/g, '')
    .toLowerCase();
  if (/^(?:please )?translate\b/.test(asked) && said.length >= FEW_CHARACTERS && asked.includes(said)) {
    return { issue: 'The given text was delivered unchanged', suggestion: 'Ask for the translation itself' };
  }
  const isShort = countWords(said) <= FEW_WORDS;
  const isOther = !ASKS_FOR_SUCH.test(asked) && (!isWriting || isShort);
  if (isOther && REFUSALS.some((one) => one.test(said))) {
    return { issue: 'A refusal was delivered', suggestion: 'Ask for the result itself; name what may be used for it' };
  }
  const asksForLater = /^(?:please )?(?:remind|wake|alert|notify|call|schedule)\b/.test(asked);
  if (isOther && !asksForLater && PROMISES.some((one) => one.test(said))) {
    return { issue: 'A promise was delivered', suggestion: 'Ask for the result itself, now' };
  }
  const isOneQuestion = !/[.\n](?=[^\n]*\?)|\n/.test(said) && QUESTION.test(said);
  if (!isWriting && !ASKS_FOR_QUESTIONS.test(asked) && !ASKS_FOR_SUCH.test(asked) && isOneQuestion) {
    return { issue: 'A question was delivered', suggestion: 'Answer it, or say that the best guess will do' };
  }
  if (EXACT.has(dataType) && !ASKS_HOW.test(asked) && DESCRIPTION.test(said)) {
    return { issue: 'A description was delivered', suggestion: 'Ask for the result itself, not for how to get it' };
  }
  return undefined;
}
