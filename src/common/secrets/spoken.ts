import type { Span } from './known.js';
import { randomBits } from './random-bits.js';
import { written } from './written.js';

// Finds passwords as people make and tell them: "the wifi password is soleil.levant.75", "admin / Pfeffer-Minze9". They
// consist of words, so nothing about them is random; the sentence says what they are.

/** Words for passwords; a short ending may follow. */
const LABELS =
  /(?:pass(?:word|wd|phrase|wort|code|ord)|\bpass\b|\bpwd\b|\bpw\b|\bpws\b|\bmdp\b|mot de passe|kennwort|contraseñ?a|senha|wachtwoord|hasło|hasło|heslo|\bclave\b(?! (?:primaria|foránea|for|externa))|lösenord|adgangskode|salasana|wi-?fi|wlan|\bpsk\b)\p{L}{0,4}/gu;
/** Between a word for passwords and the value: words of a purpose, and a verb or a sign. */
const IS =
  /^["'`»“”)]{0,2}(?: [\p{L}\d.@_-]{1,24}){0,6}?["'»“”)]{0,2}\s?(?:\b(?:is|was|now|with|mit|avec|con|com|met|to(?! (?:the|a|an|my|our|your|this|that)\b)|are|becomes|ist|lautet|heißt|war|wird|jetzt|nun|auf|est|c'est|es|era|è|é|são|jest|är|er|(?<=salasana\p{L}{0,6} )on|je|este)|(?<=[\p{L}\d"'»“”)\s])(?:[:=→?]|->|[–—-](?= )))(?: (?:now|still|jetzt|nun|again|always|just|simply|noch|wieder|nu|teraz|ahora|maintenant))?[\s:]{1,2}["'`«„“*]{0,2}/u;
/** "Filled the password field with X": what stands there need not be a password. */
const WITH = / (?:with|mit|avec|con|com|met)[\s:"'`«„“*]{1,4}$/;
const DIRECTLY =
  /^["'»“”)]{0,2}[\s:]{1,2}["'«„“*(]{1,2}|^ (?:(?:provisoire|temporaire|actuel|initial|temporal|provvisoria|temporanea|tijdelijk)e? )?/;
/** Before a value: it is to be typed, and a password is spoken of behind it. */
const TYPED =
  /\b(?:try|tried|use|used|type|typed|enter|entered|nimm|probier|tippe?|gib|benutze?|essaie|tape|usa|prueba|gebruik|with|using|mit|avec|con|com|met)(?: mal| the)? ["'`«„“]?$/;
const TYPES =
  /\b(?:try|tried|use|used|type|typed|enter|entered|nimm|probier|tippe?|gib|benutze?|essaie|tape|usa|prueba|gebruik|with|using|mit|avec|con|com|met)\b.{6,}\s(?:as|als|comme|como|for|für|pour|para|when|wenn|if|falls|into|in)\b/;
const AS =
  /[\s"'`«„“]([^\s"'`«»„“”<>(){}[\],;|\\]{6,64})(?=[.!?]?["'`»“”]?,? (?:as|als|comme|como|for|für|pour|para|when|wenn|if|falls|into|in)\b)/g;
/** Each value has one of these: a digit, a mark, or words joined by marks. */
const CANDIDATE = /\d|[!#$%^*+@]|\p{L}[-.]\p{L}+[-.]\p{L}/u;
const ENDS = /[\s"'`«»„“”<>(){}[\],;|\\]/;
/** A user and a password, separated by a sign. */
const PAIRS =
  /(?:^|[\s("'`„“*>|-])(?:(?:root|admin|administrator|adm|sa|postgres|guest|gast|invité|demo|test|tester|pi|ubuntu|superuser|sysadmin|sysop|operator|support|service|user|utente|usuario|benutzer)["'`]? (?:[/|]|(?:and|und|et|y|e|en|with|mit|avec|con) )[\s|]?|(?:root|admin|administrator|sa|postgres)(?:, |:(?! ))|[\w.+-]{1,32}@[\w-]{1,32}\.[\w.-]{2,32}["'`]? ?(?:[/|,:] |[/|:]|(?:and|und|et|y|e|en|with|mit|avec|con) ))["'`„“]?(?=\S{6})/gm;
/** Words before pairs of a user and a password. */
const OF_PAIRS =
  /(?:log(?:ged)?[ -]?in|sign(?:ed)? ?in|creds?|credentials?|zugangsdaten|zugang|anmeld\w*|einlog\w*|identifiants?|credenziali|credenciales|acceso|accès|account|konto|inloggen)\b[^\n]{0,24}[:\s](?:as |with |mit |avec |con |met )?[\w.@+-]{2,32}(?: ?\/ ?|,? (?:and|with|using|und|mit|et|avec|y|con|e|en) )["'`„“]?(?=\S{6})/g;
/** A password that a command reads. */
const READ = /<<<\s?["']?(?=\S{4})/g;
const READERS = /\bsudo\b[^|\n]{0,24} -S\b|--password-stdin|\bchpasswd\b|\bpasswd\b|\bcryptsetup\b|\bsu -|\bkinit\b/;
const REACH = 112;

/** Finds passwords in sentences. @param small the text in lower case, with all characters at the same positions */
export function findSpoken(text: string, small: string): Span[] {
  const found: Span[] = [];
  const add = (from: number, value: string) =>
    found.push({ from, to: from + value.length, rule: 'password in a sentence' });
  for (const { 0: label, index } of small.matchAll(LABELS)) {
    const from = index + label.length;
    const rest = lineFrom(text, from);
    const span = CANDIDATE.test(rest) ? behindLabel(text, from, label, rest) : undefined;
    if (span) add(span.from, span.value);
    const typed = beforeLabel(text, small, index);
    if (typed) add(typed.from, typed.value);
    const answered = answerTo(text, from);
    if (answered) add(answered.from, answered.value);
  }
  for (const pattern of [PAIRS, OF_PAIRS]) {
    for (const { 0: all, index } of small.matchAll(pattern)) {
      const value = valueAt(text, index + all.length);
      const how = written(value);
      if ((how === 'surely' || (how === 'perhaps' && randomBits(value) >= 0)) && !isCode(lineFrom(text, index)))
        add(index + all.length, value);
    }
  }
  if (text.includes('<<<')) {
    for (const { 0: all, index } of text.matchAll(READ)) {
      const value = valueAt(text, index + all.length);
      const said = text.slice(Math.max(0, index - REACH), index);
      if (READERS.test(said.slice(said.lastIndexOf('\n') + 1)) && !value.startsWith('$'))
        add(index + all.length + value.indexOf(':') + 1, value.slice(value.indexOf(':') + 1));
    }
  }
  return found;
}

interface Told {
  readonly from: number;
  readonly value: string;
}

/** "the password for the router is X", "password "X"". */
function behindLabel(text: string, from: number, label: string, rest: string): Told | undefined {
  const is = IS.exec(rest)?.[0];
  if (is !== undefined) {
    // The verb: to pass something to something.
    if (label === 'pass' && / to\b/.test(is)) return undefined;
    const value = valueAt(text, from + is.length);
    const how = written(value);
    if (WITH.test(is) && how !== 'surely') return undefined;
    return how !== 'no' && !isCode(rest) ? { from: from + is.length, value } : undefined;
  }
  const directly = DIRECTLY.exec(rest)?.[0];
  // The word after the name of a network is the network.
  if (directly === undefined || /^w(?:i|l)/.test(label)) return undefined;
  const value = valueAt(text, from + directly.length);
  const how = written(value);
  const isTold = how === 'surely' || (how === 'words' && /["'«„“]$/.test(directly));
  return isTold && !isCode(rest) ? { from: from + directly.length, value } : undefined;
}

/** "try X as the password", "type X when it asks for the passphrase". */
function beforeLabel(text: string, small: string, index: number): Told | undefined {
  const reach = Math.max(0, index - REACH);
  const begin = reach + small.slice(reach, index).lastIndexOf('\n') + 1;
  if (!TYPES.test(small.slice(begin, index))) return undefined;
  const before = text.slice(begin, index);
  for (const { 1: value = '', index: at } of before.matchAll(AS)) {
    const from = before.indexOf(value, at);
    if (written(value) === 'surely' || written(value) === 'perhaps')
      if (TYPED.test(before.slice(0, from).toLowerCase())) return { from: begin + from, value };
  }
  return undefined;
}

const lineFrom = (text: string, from: number) => text.slice(from, from + REACH).split('\n', 1)[0] ?? '';

/** The value up to the end of its word, without marks of the sentence. */
function valueAt(text: string, from: number): string {
  const part = text.slice(from, from + 80);
  const end = part.search(ENDS);
  return (end < 0 ? part : part.slice(0, end)).replace(/[.:!?*_]+$/, '');
}

/** The line behind a question for a password, if it is nothing but the answer. */
function answerTo(text: string, from: number): Told | undefined {
  const length = text.slice(from, from + 64).indexOf('\n');
  const end = from + length;
  if (length < 0 || !/[?:]["'\s]{0,4}$/.test(text.slice(from, end))) return undefined;
  const line = lineFrom(text, end + 1);
  const match =
    /^([\s>*-]{0,8}(?:\[?[\d:]{4,8}\]?,? )?(?:[^\s:"'\d>*-][^\s:"']{0,20}(?: [^\s:"'a-z][^\s:"']{0,20})? ?: )?["'`„“]?)([^\s"'`«»„“”<>(){}[\],;|\\]{6,64})["'`“”]?[.!]?\s*$/.exec(
      line,
    );
  const value = match?.[2]?.replace(/[.!?]+$/, '') ?? '';
  if (match === null || !['surely', 'perhaps'].includes(written(value))) return undefined;
  return { from: end + 1 + (match[1]?.length ?? 0), value };
}

/** Marks of program code behind a label. */
const isCode = (rest: string) =>
  /[{}]|=>|\w\(|;\s*$|\)\s*$|^\w*[.[(]|==|\|\||&&/.test(rest.replace(/ \([^()]{2,64}\)[.!]?\s*$/, ''));
