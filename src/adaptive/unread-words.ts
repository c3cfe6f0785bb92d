import type { FoundRule } from './criteria-rules.js';

// Finds words of a request that restrict its result and that no rule reads. A request is decided by rules only if there
// are none; otherwise the request itself becomes a criterion, which no rule decides.

const AS_REQUESTED = 'as requested: ';

/** Maximum characters of a request that are quoted in a criterion. */
const QUOTED = 300;

/** A criterion that only an LLM, an agent or a person can decide. */
export function asRequested(text: string): string {
  return `${AS_REQUESTED}${text.length <= QUOTED ? text : `${text.slice(0, QUOTED)}…`}`;
}

export function isAsRequested(criterion: string): boolean {
  return criterion.startsWith(AS_REQUESTED);
}

/** Words of requests for numbers that do not restrict them, in English, German and French. */
const PLAIN = new Set(
  (
    'a an the of in as is are be was do does did me my us you your i we it its this that these those there here which what who how please can could would will should ' +
    'give list show write print tell name make create generate produce output return provide get need want like find calculate compute determine work out display enumerate say pick choose think ' +
    'number numbers integer integers digits value values result results answer list array sequence series set row line lines comma commas separated by with and to from for all every each just only simple simply plain ' +
    'convert converted conversion add sum up both up down equal same much many have has long order between following some any random randomly arbitrary lottery whole natural real one per json csv text format raw data hey hi hello thanks thank now first ' +
    'amount amounts count total altogether together if then so bullet bulleted points numerical numeric separate exactly complete correct correctly list sorted sort order sequence term terms element elements item items entries ' +
    'diese dieser diesen dieses ces cet cette mir mich die der das den dem des zahl zahlen bitte alle sind gib nenne auf welche welcher welches was ist wie lautet lauten ergibt macht und von zu mit als bis eine einen ein im es gibt hat zeige nur kommagetrennt ich brauche benötige hätte möchte gern gerne untereinander ' +
    'les le la du de au aux moi quels quelles quel quelle sont est ce que qui il y en suis donne tous toutes nombre nombres ça fait se trouvent on peut me montre séparés séparées par des virgules'
  ).split(' '),
);
/** Words that turn or join conditions, so that no condition of the request holds on its own. */
const TURNING =
  /(?<!\p{L})(?:not|no|non|never|without|except|excluding|but|neither|nor|or|unless|other|rather|instead|nicht|kein\p{L}*|außer|ohne|oder|sauf|sans|pas|ou)(?!\p{L})/iu;
/** Purposes, such as "for my homework", do not restrict numbers. */
const PURPOSE = /(?<!\p{L})(?:for|für|pour) (?:my|our|an?|the|some|meine?n?|einen?|mon|ma|un|une) [\p{L}' -]{1,40}$/iu;

/** An occasion that a request may name anywhere. */
const OCCASION =
  /(?<!\p{L})(?:for|für|pour) (?:my|our|an?|the|of|meine?n?|die|den|das|eine?n?|mon|ma|mes|un|une|les|la|le) (?:[\p{L}'’-]+ ){0,2}?(?:homework|class|school|lesson|exam|test|quiz|project|hausaufgaben?|unterricht|schule|klasse|prüfung|devoirs?|classe|cours|école|examen)(?!\p{L})/giu;

/** Words that only exclude text around the numbers. */
const NOTHING_ELSE =
  /(?:,? (?:and|but|und|aber|et|mais) |(?<!\p{L}))(?:(?:please )?(?:don['’]t|do not|never) (?:tell me|say|write|answer|mention|reply)|sage? (?:mir )?(?:bitte )?nicht|ne (?:me )?dis pas):? ["“„«][^"“”„«»]{1,200}["”“»]|(?<!\p{L})(?:(?:with )?no|without(?: any)?|not|don['’]t|ohne|keine?n?|sans)(?! (?:numbers?|primes?|multiples?)\b)[^.;,:!?\d]{0,20}?(?:code|scripts?|programs?|functions?|explanations?|comments?|commentary|text|words|prose|erklärung(?:en)?|kommentare?|explications?|texte|commentaires?)(?!\p{L})|nothing else/giu;

/** Words after which a request only selects among the numbers that the other words describe. */
const SELECTING =
  /(?<!\p{L})(?:that|which|whose|where|smallest|largest|biggest|greatest|highest|lowest|last|top|consecutive|successive|distinct|dice|roll\p{L}*|draw|lotto|raffle)(?!\p{L})/iu;

export type Unread = 'nothing' | 'something' | 'turning';

/**
 * Describes the words of a request for numbers that no rule reads: there are none, they say something else, or
 * (`turning`) they may change the meaning of the parts that rules read.
 *
 * @param text in English
 */
export function unreadOf(text: string, rules: readonly FoundRule[]): Unread {
  const rest = withoutRules(text, rules)
    .replace(NOTHING_ELSE, ' ')
    .replace(/[?.!:]+\s*$/, '')
    .replace(PURPOSE, ' ')
    .replace(OCCASION, ' ');
  if (TURNING.test(rest)) return 'turning';
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // The word "what's" leaves an "s".
  if (words.every((word) => PLAIN.has(word) || word === 's')) return 'nothing';
  // Other words may change the numbers themselves: "the numbers from 1 to 5 squared".
  return SELECTING.test(rest) ? 'something' : 'turning';
}

export function withoutRules(text: string, rules: readonly FoundRule[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of rules) {
    rest += `${text.slice(at, start)} | `;
    at = end;
  }
  return rest + text.slice(at);
}

/** Words of requests for lists, tables and JSON that restrict the form of entries. */
const OF_FORM =
  /(?<!\p{L})(?:without|except|excluding|other than|starting|begin(?:ning|s)?|start(?:s)? with|ending|ends? (?:in|with)|rhym\p{L}*|revers\p{L}*|backwards|(?:with|of|having|exactly|than) (?:\S+ ){0,2}letters|syllables?|(?:longer|shorter) than|palindrom\p{L}*|anagram\p{L}*|sorted|ordered|ranked|(?:longest|shortest) first|ohne|außer|beginn\p{L}*|anfang\p{L}*|enden|endend|buchstaben|silben?|rückwärts|umgekehrt\p{L}*|sans|sauf|commen[cç]\p{L}*|lettres|finiss\p{L}*|inverse)(?!\p{L})/iu;

/** True if words about the form of entries are left that no rule reads. */
export function restrictsForm(asked: string): boolean {
  return OF_FORM.test(asked);
}
