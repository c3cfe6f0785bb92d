import { countWords } from './words.js';

// Recognises texts delivered in place of a result: refusals, promises, questions back, and error reports, in English,
// German and French.

export interface Undelivered {
  readonly issue: string;
  readonly suggestion: string;
}

/** Maximum words of such a text; a longer one is taken as a result. */
const MAX_WORDS = 60;

/** A refusal or promise of at most this many words contains nothing else. */
const FEW_WORDS = 12;
const TASK =
  /\b(?:help|assist|do (?:that|this|it|so)|writ\w*|translat\w*|summar\w*|creat\w*|provid\w*|generat\w*|compos\w*|draft\w*|rewrit\w*|explain\w*|correct\w*|comply|answer\w*|access|open|read|find|process|request|ai|language model|text|poem|article|attached|file)\b|helfen|schreib|übersetz|erstell|zusammenfass|sprachmodell|zugriff|(?<!\p{L})ki(?!\p{L})|aider|écri|tradui|résum|rédig|assister|accès/u;

const UNABLE =
  "(?:can['’]?t|can ?not|could ?n[o'’]t|could not|(?:am|['’]m) (?:just |only )?(?:not able|unable|not allowed|not permitted|not authori[sz]ed|not programmed|not in a position|not sure)|won['’]t|(?:do not|don['’]t) (?:have|know|see)|have no (?:access|permission|way|calendar|tool)|lack the|would need (?:access|the)|was not in|have not seen)";
const BEFORE =
  "(?:sorry|apologies|unfortunately|regrettably|i am afraid|i['’]m afraid|as an? [^,.!?]{1,40}|for [^,.!?]{1,40} (?:reasons|safety)|my knowledge)";

const REFUSALS: readonly RegExp[] = [
  new RegExp(
    `^(?:${BEFORE}[^.!?]{0,60})?\\bi(?:['’]m)?\\b[^.!?]{0,25}?\\b${UNABLE}(?! (?:wait|believe|help but|thank|imagine|stop|say enough)\\b)`,
  ),
  new RegExp(
    `^(?:${BEFORE}[^.!?]{0,60})?\\bwe\\b[^.!?]{0,25}?\\b(?:can['’]?t|can ?not|are (?:unable|not able|not allowed))\\b(?! wait\\b)`,
  ),
  new RegExp(`^(?:i|we)(?:['’]m| am) (?:not able|unable|not allowed|not permitted|not programmed|not sure)\\b`),
  /^(?:(?:i(?:['’]m| am) )?(?:so |very |really )?sorry|my apologies|unfortunately|regrettably|i(?:['’]m| am) afraid)\b[^.!?]{0,120}\b(?:can['’]?t|can ?not|not|unable|went wrong|no|too)\b/,
  /^(?:as an? |i(?:['’]m| am) (?:just |only )?an? )(?:ai|a\.i\.|artificial|language|large|text|text-based|virtual|assistant)\b/,
  /^(?:this|that|your) (?:request|topic|prompt|file)\b[^.!?]{0,40}\b(?:blocked|not allowed|violates|too (?:complex|large|long))/,
  /^[^.!?]{0,60}\b(?:is|are) (?:something|beyond what) i (?:am not|cannot|can['’]t|can)\b/,
  /^(?:(?:es )?tut mir (?:sehr )?leid|leider|entschuldigung|entschuldige|ich bedau[e]?re|als (?:ki|sprachmodell)|ich bin (?:nur|bloss|bloß|leider)|dafür fehlt mir|das übersteigt)(?!\p{L})/u,
  /^(?:das |dabei |dafür )?(?:ich )?(?:kann|darf|weiss|weiß|habe)\b[^.!?]{0,80}(?<!\p{L})(?:nicht|kein(?:e[nrms]?)?)(?!\p{L})/u,
  /^[^.!?]{0,60}\bhabe ich (?:leider )?kein/,
  /^ich (?:kann|konnte|darf|weiss|weiß|habe|finde|sehe|verstehe|bin|spreche|möchte|werde)(?!\p{L})[^.!?]{0,80}(?<!\p{L})(?:nicht|kein(?:e[nrms]?)?)(?!\p{L})/u,
  /^(?:ich|das|dabei|dafür) [^.!?]{0,80}(?<!\p{L})(?:leider (?:nicht|kein(?:e[nrms]?)?)|unmöglich|nicht möglich)(?!\p{L})/u,
  /^(?:(?:je suis )?(?:vraiment |sincèrement )?désolée?|malheureusement|je regrette|je m['’]excuse|je crains|en tant qu['’])(?!\p{L})/u,
  /^je (?:ne|n['’])[^.!?]{0,40}(?<!\p{L})(?:pas|aucun|malheureusement)(?!\p{L})/u,
];

const POLITE =
  "(?:(?:sure|of course|certainly|absolutely|okay|ok|great|gladly|no problem|yes|gerne?|klar|natürlich|bien sûr|d['’]accord)[!,. ]+)?";
const PROMISES: readonly RegExp[] = [
  new RegExp(`^${POLITE}(?:i['’]ll|i will|i am going to|i['’]m going to|let me|i shall)\\b`),
  new RegExp(`^${POLITE}(?:i['’]d|i would|i am|i['’]m) (?:be )?(?:happy|glad|love|like|delighted) to\\b`),
  /^will do\b/,
  /^(?:please (?:upload|paste|provide|share|send))\b/,
  new RegExp(`^${POLITE}ich (?:werde|schaue|kümmere|erstelle|mache)(?!\\p{L})`, 'u'),
  new RegExp(`^${POLITE}(?:je vais|je m['’]en occupe|je peux|un instant)(?!\\p{L})`, 'u'),
];

/** A short promise to write the requested text, or a question for details, without any text of its own. */
const ABOUT_WRITING: readonly RegExp[] = [
  new RegExp(
    `^${POLITE}(?:i['’]ll|i will|i can|i am going to|i['’]m going to|let me)(?: \\p{L}+){0,3} (?:write|draft|prepare|create|compose|do|get|work|translate|summari[sz]e|rewrite|send|make)\\b(?: \\p{L}+){0,8}[.!]?$`,
    'u',
  ),
  new RegExp(
    `^${POLITE}ich (?:werde|kann)(?: \\p{L}+){0,8} (?:schreiben|verfassen|erstellen|übersetzen|formulieren|machen)[.!]?$`,
    'u',
  ),
  new RegExp(
    `^${POLITE}(?:je vais|je peux)(?: \\p{L}+){0,3} (?:écrire|rédiger|traduire|faire|préparer)(?: \\p{L}+){0,6}[.!]?$`,
    'u',
  ),
  /^(?:sure|of course|certainly|absolutely|okay|ok|great|gladly|gerne?|klar|natürlich|bien sûr|d['’]accord)[!,. ][^\n]{3,120}\?$/u,
];

const LATER =
  /^(?:please |can you |could you )?(?:remind|wake|alert|notify|call me|schedule|set (?:an?|the|my) (?:alarm|timer|reminder))\b|^(?:bitte )?(?:erinner|weck)|^(?:rappelle|réveille)/;

/** A value that stands for a missing text, with or without a name before it. */
const PLACEHOLDERS =
  /^(?:[\p{L} ]{1,30}: ?)?(?:null|undefined|nan|todo|tbd|t\.b\.d\.|\[(?:insert|your|text|placeholder)[^\]]{0,60}\]|<(?:insert|your|text|placeholder)[^>]{0,60}>|lorem ipsum\b.{0,400})\.?$/u;

const QUESTION =
  /(?:\b(?:which|what|who|where|when|how|could you|can you|do you|would you)\b|(?<!\p{L})(?:welche[rsnm]?|was|wer|können sie|kannst du|meinst du|quel(?:le)?s?|pouvez-vous|de quels?)(?!\p{L}))[^.!?]{1,120}\?$/u;
const ERRORS =
  /^(?:(?:error|fatal|exception|traceback|erreur|fehler|failed|\w+error)\b|[\w ]{1,30}: (?:[^.!?]{0,60}(?:refused|denied|not found|timed out|timeout|offline))|\w+ failed\b|\{\s*"error"\s*:)/;

/** Requests whose results legitimately read like this: apologies, refusals, quotations. */
const ASKS_FOR_SUCH =
  /apolog|sorry|excus|declin|refus|reject|can['’]t|can ?not|won['’]t|unable|complain|\bsick\b|regret|forgiv|turn(?:ing)? down|absag|ablehn|entschuldig|tut mir leid|kann nicht|krank|désolé|déclin|regrett|pardon|\bquot|lyrics|\bsays?\b|voicemail|out of office|(?:error|warning|status) messages?\b|fehlermeldung|message d['’]erreur/;
const ASKS_FOR_QUESTIONS = /question|quiz|interview|survey|faq|\bask\b|riddle|frage|rätsel|devinette/;
const ABOUT_STATE =
  /\b(?:status|state|pass(?:ed)?|builds?|tests?|deploy(?:ment)?|logs?|pipeline|jobs?|running|happened)\b/;
const ABOUT_ERRORS = /error|exception|fehler|erreur|fail|econn|http/;

/**
 * Describes the text if it is no result; undefined if it may be one.
 *
 * @param objective the request; if it is unknown, no text is rejected
 * @param isWriting true if the request asks for a text, which may itself contain promises or questions
 */
export function undeliveredOf(
  text: string,
  objective: string | undefined,
  isWriting: boolean,
): Undelivered | undefined {
  if (objective === undefined || countWords(text.slice(0, 2_000)) > MAX_WORDS) return undefined;
  const asked = objective.toLowerCase();
  const begun = text
    .trim()
    .replace(/^(?:`{3,}|~{3,})[^\S\n]*\w{0,20}\n/, '')
    .replace(/^["“”'*_\s]+/, '')
    .toLowerCase();
  const said = withoutMarks(begun);
  const words = countWords(said);
  // A requested text may say "I cannot come". A refusal is short, or mentions the task.
  const ofTask = !isWriting || words <= FEW_WORDS || TASK.test(said);
  const mayRefuse = ASKS_FOR_SUCH.test(asked) || hasRefusal(objective);
  if (!mayRefuse && ofTask && REFUSALS.some((pattern) => pattern.test(said))) {
    return { issue: 'A refusal was delivered', suggestion: 'Ask for the result itself; name what may be used for it' };
  }
  const asksForState =
    /\?$|^(?:did|is|was|are|has|what|which|check|show|tell|run|start|execute|build|try|(?:the |current )?(?:status|state|results?))\b/.test(
      asked,
    ) && ABOUT_STATE.test(asked);
  if (!ABOUT_ERRORS.test(asked) && !asksForState && ERRORS.test(said)) {
    return { issue: 'An error was delivered', suggestion: 'Mend what the error names, then try again' };
  }
  if (isWriting && PLACEHOLDERS.test(said)) {
    return { issue: 'A placeholder was delivered', suggestion: 'Ask for the text itself' };
  }
  // A promise is what a request for a reminder asks for.
  const isPromise = !LATER.test(asked) && PROMISES.some((pattern) => pattern.test(said));
  if (isWriting && ABOUT_WRITING.some((pattern) => pattern.test(said))) {
    return { issue: 'A promise was delivered', suggestion: 'Ask for the result itself, now' };
  }
  if (
    isPromise &&
    (!isWriting || said.includes('?') || words <= FEW_WORDS) &&
    !(
      isWriting &&
      /\b(?:mail|message|note|letter|speech|text|bio|reply|answer|slogan|toast)\b/.test(asked) &&
      !said.includes('?')
    )
  ) {
    return { issue: 'A promise was delivered', suggestion: 'Ask for the result itself, now' };
  }
  // A question after a result ("Sent. Do you want a copy?") does not replace the result.
  const isOneQuestion = !/[.\n](?=[^\n]*\?)|\n/.test(said) && QUESTION.test(said);
  if (!isWriting && !ASKS_FOR_QUESTIONS.test(asked) && !ASKS_FOR_SUCH.test(asked) && isOneQuestion) {
    return { issue: 'A question was delivered', suggestion: 'Answer it, or say that the best guess will do' };
  }
  return undefined;
}

/** True if the text that a request gives, after a colon or in quotes, is a refusal itself, as in "Translate: I can't come". */
function hasRefusal(objective: string): boolean {
  const colon = objective.search(/:(?: |$)/);
  const given = [
    ...(colon >= 0 ? [objective.slice(colon + 1)] : []),
    ...(objective.match(/["“„«][^"“”„»]{1,500}["”“»]/gu) ?? []),
  ].join('. ');
  const sentences = given
    .slice(0, 2_000)
    .toLowerCase()
    .split(/[.!?\n]/);
  return sentences.some((sentence) => {
    const said = sentence.replace(/^["“”„«'*_\s]+/, '');
    return REFUSALS.some((pattern) => pattern.test(said));
  });
}

/** Without quotes, marks of Markdown and blanks at the end; a pattern for them would take quadratic time. */
function withoutMarks(text: string): string {
  let end = text.length;
  while (end > 0 && '"“”\'*_`~ \n\t'.includes(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}
