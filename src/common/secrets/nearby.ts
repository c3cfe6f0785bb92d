import { ID_PREFIX } from './entropy.js';
import type { Span } from './known.js';
import { UUID } from './made-up.js';
import { isNamedPublic } from './names.js';
import { randomBits } from './random-bits.js';
import { isResourceName } from './resource-names.js';
import { isPlaceholder } from './placeholders.js';
import { isProgram, written } from './written.js';

// Finds values that look random anywhere on a line about passwords, keys or logins, as in "sign in as admin with X" or
// `ks.load(file, "X".toCharArray())`. Words of the line are only examined if a value on it looks random, so a text
// without such values is read only once.

/** Words for secrets. Words for logins, below, are weaker evidence. */
const SECRET =
  /toCharArray|keystore|\.jks\b|\.p12\b|\.pfx\b|http-basic|pass(?![a-z]*(?:ed|es|ing|ive|age|enger|port|iert|é)(?![a-z]))|pwd|\bpw\b|\bpws\b|\bpsk\b|kennw|\bmdp\b|mot de passe|contras|senha|wachtw|clave|parola|has[lł]o|lösenord|adgangskode|passord|kodeord|salasana|[şs]ifre|heslo|jelsz[óo]|парол|κωδικ|identifiant|jeton|klucz|chave|密码|パスワード|비밀번호|geheim|secret|credential|creds\b|zugangsd|token|api[ _-]?key|apikey|[a-z]_key\b|[a-z]Key\b|\bkey\b|schl(?:ü|ue)ssel|\bcl[ée]\b|chiave|authori[sz]ation|bearer|\bauth/i;
const LOGIN =
  /log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in|anmeld|eingelogg|einlogg|connect|conex|connexion|accedi|account|konto|compte|cuenta|\buser|(?<=\s)-[up]\b|benutzer|utilisateur|usuario|utente|nutzer|admin|\broot\b|guest|\bgast\b|router|invité|unzip|entpack|protection|-?schutz|jdbc|\bdbi\b|\bodbc\b|\bvpn\b|\bs?ftp\b|\bssh\b|wi-?fi|wlan|zugang|zugriff|cookie|session|login|code|licen[sc]e|lizenz|\bpin\b|unlock|entsperr|decrypt|entschl|encrypt|webhook|authenticat|caps lock|\bhmac|\bjwt|signing|setup|\bmfa\b|\b2fa\b|totp/i;
const SHORTEST = 6;
const LONGEST = 160;
/**
 * Minimum bits of randomness: beside the name of a password, for a typical password, near a word for secrets, and near
 * a word for logins.
 */
const BITS = { named: 6, typical: 8, secret: 12, login: 18 };
/** Minimum number of characters, unless a word for passwords directly precedes the value. */
const LONG = 8;
/** Text between a word for passwords and its value. */
const IS =
  /(?:[:=→]|->|\s[–—-]|(?<![\wäöüéèà'])(?:is|was|now|to|are|ist|lautet|heißt|war|jetzt|nun|auf|est|c'est|es|era|è|é|são|jest|is nu|är|er|(?<=salasana\w{0,6}\s)on|je|este|είναι|à|a|en)|'s)\s{0,2}["'`«„“*]{0,2}\s?$/i;
/** Matches text that ends with a word for passwords, directly before the value. */
const DIRECT =
  /(?:password|passwd|passphrase|passcode|passwor[dt]|pass|pwd|pw|psk|kennwort|mdp|mot de passe|contraseña|senha|wachtwoord|clave|parola|hasło|lösenord\w*|adgangskode\w*|passord\w*|salasana|şifre|sifre|heslo|jelszó|пароль|κωδικός|密码|パスワード|비밀번호)\s(?:\d\s)?["'`«„“*(]{0,2}\s?$/i;
/** The mail address of a user, followed by the separator before the password. */
const OF_MAIL = /[\w.+-]+@[\w-]+\.[\w.-]+["'`]?\s?[:/|,]\s?["'`]?$/;
/** Sentences about a login: "sign in as admin with X", "mit admin und X anmelden". */
const WITH =
  /(?:log(?:ged|s)?[ -]?(?:in|on)|sign(?:ed|s)?[ -]?(?:in|on)|unlocks?|authenticates?|connects?|opens?|protected|secured|encrypted|locked|geöffnet|geschützt|verschlüsselt|protégée?s?|enter|anmelden|einloggen|inloggen|aanmelden|zaloguj|logga in|entsperrt?|verbind\w*|connecte[rz]?|connexion|déverrouill\w*|accede[rs]?|acced[io]|entrar?|inicia\w*)\b.{0,64}\b(?:with|using|mit|avec|con|com|met)\s(?:["'`«„“]?[\w.@-]{1,64}["'`»“”]?\s?(?:and|und|et|y|e|en|\/|,|:)\s?)?["'`«„“(]{0,2}\s?$/i;
/** The end of such a sentence that names the user: "as admin with". */
const AS_USER =
  /\b(?:log(?:ged|s)?[ -]?(?:in|on)|sign(?:ed|s)?[ -]?(?:in|on)|authenticates?|connects?|anmelden|einloggen|anmeldung|connecte[rz]?|connexion|accede[rs]?|acced[io]|entrar?|inicia\w*)\b.{0,64}\b(?:as|als|comme|como|come|user|benutzer|utilisateur|usuario|utente)\s["'`«„“]?[\w.@-]{1,64}["'`»“”]?(?:,? (?:and|with|using|und|mit|et|avec|y|con|e|com)|\s?[,/:])(?: (?:the )?pass\w*)?\s["'`«„“]?$/i;
const MIT =
  /\b(?:with|mit|avec|con|com|met)\s["'`«„“]?[\w.@-]{1,64}["'`»“”]?\s?(?:and|und|et|y|e|en|\/)\s?["'`«„“]{0,2}\s?$/i;
const LOGS_IN = /^["'`»“”.]{0,2}.{0,48}\b(?:anmelden|einloggen|anmeldest|einloggst|rein|inloggen|aanmelden)/i;
/** Typical passwords of people: letters followed by digits. */
const TYPICAL = /^[A-Za-z]{4,}[-_.!#*+@]?\d{2,6}[!?.*#+$]*$/;
/** Said of a password that was named before. */
const NEW_ONE =
  /\b(?:(?:the |a )?(?:new|temporary|temp|correct|right|other|old) one(?: is| was|:|'s)|(?:it|that)(?:'s| is)(?: now)?|(?:letter|case|one|again|correctly|right) ?(?:first)?:|(?:de[rn]?|das) neue (?:ist|lautet)|es (?:ist|lautet)|(?:le|la) (?:nouveau|nouvelle|bon|bonne)(?: c'est| est|:)|(?:el|la) nuev[oa] es|quell[ao] nuov[ao] è)\s["'`«„“]?$/i;
/** "DBT_RUNNER was locked, I reset it to X". */
const RESET =
  /\b(?:re?set|changed|rotated|switched|zurückgesetzt|geändert|gesetzt|réinitialisé|changé)\b[^.;\n]{0,32}\s(?:to|auf|à|en)\s["'`«„“]?$/i;
/** A user, followed by the slash before the password. */
const SLASHED = /\w \/ $|\(\w{2,16}, $/;
/** A call that opens a connection, or a command that stores a password: its last value in quotes is the password. */
const CALL =
  /\b(?:connect|begin|log_?[io]n|auth\w{0,12}|getConnection|database|\w{0,24}Credentials?|bind\w{0,12}|VALUES|MD5|SHA1|encode)\s?\((?:[^()\n]{0,96}, ?)?["'`]$/i;
/** Beginning of a line that answers the previous one: quotation marks, or the name of a speaker. */
const ANSWER = /^[\s>*-]{0,8}(?:[A-Z]\w{1,16}: )?$/;
/** Marks of program code. */
const CODE = /[{}=<>[\]]|\w\(|;\s*$|\/\/|^\s*(?:#|\*|\/)/;
const BEFORE = 160;
const BEHIND = 64;
/** From this number of characters on, a value of capitals and digits is not taken for a part number. */
const LONG_NUMBER = 16;
/** If at most this many characters precede a value on its line, the two lines before also count as its surroundings. */
const SHORT_LINE = 32;
const PASSWORD =
  /pass|pwd|\bpw\b|-pw\b|\bpsk\b|kennw|\bmdp\b|mot de passe|contras|senha|wachtw|clave|parola|has[lł]o|lösenord|adgangskode|passord|kodeord|salasana|[şs]ifre|heslo|jelsz[óo]|пароль|κωδικ|密码|パスワード|비밀번호|zugangsd|geheim|secret|wi-?fi|wlan|\bcl[ée]\b|schl(?:ü|ue)ssel/i;
/** The name of something about passwords, such as a policy, before its value. */
const OF_ANOTHER =
  /(?:pass[a-z]{0,8}?|pwd|secret|wi-?fi|wlan)[_ -]?(?:key )?(?:polic|hash|algo|field|rule|reset|template|hint|label|strength|length|type|format|encod|expir|age|history|encryption|management|manager|method|input|prompt|error|message|mode|standard|security)\w{0,12}["'`]?\s?[:=]\s?["'`]?$/i;
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{32,128}$/i;
/** A name, other than one for keys, with a digest behind it, in small letters. */
const DIGESTED =
  /^(?!(?:.*[-_.:])?(?:[sprd]k|ak|key|keys|tok|token|pat|api|secret|live|test|prod|auth|pw|pass)-)([a-z][\w.:-]*-)((?=.*\d)(?=.*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}))$/;
/** Words for a key, followed by at most 40 characters before the key. */
const KEY_OF_HEX =
  /(?:(?:api|private|secret|access|master|encryption|signing|auth|bot|deploy)[ _-]?(?:key|token)|(?<=\s)(?<!(?:[RD]SA|EC|ECDSA|ED25519|[GP]GP|DKIM|SSH|host|primary|foreign|cache|sort|object|row|index|hash|primary|same|this) )key(?=\s)|\bPAT\b|\bPSK\b|[A-Z]_?SECRET\w*|schl(?:ü|ue)ssel|\bcl[ée] |chiave|\bclave|\bchave|klucz|jeton|\btoken|\bsecret|requirepass|masterauth|pass(?:word|wort|phrase)|kennwort|mot de passe|\bpwd)\b[^;{}\n]{0,56}$/i;
/** The beginning of a line that tells the key of which the line before speaks. */
const IT_IS = /^\s{0,4}(?:it is|it's|that is|this is|es ist|(?:er|es|sie) lautet|c'est|es|è)[ :]{1,2}["'`]?$/i;
const CHECKSUMS =
  /sha-?\d|md5|hash|digest|commit|fingerprint|checksum|public|\bids?\b|_id\b|uuid|version|trace|request|revision|\btree\b|\bref\b|etag|\bNIST\b|test vector|\bvectors?\b/i;
/** Names of algorithms, and numbers of security advisories. */
const TECHNICAL =
  /^(?:WPA|WEP)\d?(?:-\w+)*$|(?:CBC|GCM|HS|RS|ES|PS|KW|SHA|AES|RSA|ECDH|HMAC|TLS|DES)[-_+]?\d{1,4}(?:[-_+]|$)|^(?:GHSA|CVE|CWE|RFC|ISO|U\+)[-_]?[\w-]+|(?:^|[-+])A\d{3}(?:KW|GCM|CBC)|^[A-Z]\d{3}[A-Z]{2}/;
const MEDIA_TYPE = /^(?:application|text|image|audio|video|font|multipart|model)\//;
/** Dates, versions, file names, domains, and parts of URLs. */
const ORDINARY =
  /^uuid:|^\d{4}-\d\d-\d\d|^v?\d+\.\d+|\.[a-z]{2,5}$|^[a-z]+:\/\/|@.*\.|^[\w.-]+\/[\w./-]*$|^0x|^#|&\w+=|^[/~.-]|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$|^[\w-]+\.[\w-]+\.[\w.-]+$|\\|%[0-9A-F]{2}|^(?:rs|es|hs|ps)\d{3}$/i;

const enum Kind {
  Separator,
  Digit,
  Letter,
  Mark,
}
const KINDS = new Uint8Array(128).fill(Kind.Separator);
for (const [kind, characters] of [
  [Kind.Digit, '0123456789'],
  [Kind.Letter, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [Kind.Mark, '!#%^*&$?~+@_/=-.:'],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}

/** Finds values that look random near words about secrets or logins. */
export function findNearby(text: string): Span[] {
  const found: Span[] = [];
  let [begin, digits, letters] = [0, 0, 0];
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? (KINDS[text.charCodeAt(at)] ?? Kind.Separator) : Kind.Separator;
    if (kind === Kind.Digit) digits++;
    else if (kind === Kind.Letter) letters++;
    if (kind !== Kind.Separator) continue;
    if (digits > 0 && letters > 1 && at - begin >= SHORTEST && at - begin <= LONGEST) {
      const span = spanIn(text, begin, at);
      if (span) found.push(span);
    }
    begin = at + 1;
    digits = letters = 0;
  }
  return found;
}

function spanIn(text: string, begin: number, end: number): Span | undefined {
  const run = text.slice(begin, end);
  // The value does not include a name with an assignment, a user with a slash or colon, or the punctuation after it.
  if (MEDIA_TYPE.test(run)) return undefined;
  const value = run.replace(/^.*?[=](?=.)|^[\w.@-]*?[:/](?=[^/])/, '').replace(/[.:!?&/-]+$/, '');
  if (value.length < SHORTEST || !/\d/.test(value) || !/[A-Za-z]/.test(value) || ORDINARY.test(value)) return undefined;
  const from = begin + run.lastIndexOf(value);
  if (HEX.test(value)) return hexSpan(text, from, value);
  // A name with a digest behind it is an id, such as `bo-7a11aecb4148522e3914c195ec2f6874`.
  const [, name, digest] = DIGESTED.exec(value) ?? [];
  if (name !== undefined && digest !== undefined) return hexSpan(text, from + name.length, digest);
  if (/^[0-9a-f:-]+$/i.test(value) || UUID.test(value) || isPlaceholder(value)) return undefined;
  if (/abcdefghij|0123456789/i.test(value) || TECHNICAL.test(value) || isProgram(value)) return undefined;
  const bits = randomBits(value);
  if (/^[a-z]{1,12}\.[\w$]+$/.test(value) && !/["'`]/.test(text.charAt(from - 1))) return undefined;
  const said = text.slice(Math.max(0, from - BEFORE), from);
  const before = said.slice(said.lastIndexOf('\n') + 1);
  const line = from - before.length;
  if (/:\/\/\S*$/.test(before) || isNamedPublic(before)) return undefined;
  if (ID_PREFIX.test(value) || (from > begin && isNamedPublic(text.slice(Math.max(0, begin - 48), begin))))
    return undefined;
  const after = text.slice(from + value.length, from + value.length + BEHIND).split('\n')[0] ?? '';
  if (/^[([]|^\._?[a-z]\w*(?!\w*\()/.test(after)) return undefined;
  if (!isWeakPassword(value, bits, before, after, () => linesBefore(text, line))) {
    if (bits < BITS.secret || value.length < LONG || isResourceName(value)) return undefined;
    // Part numbers and order numbers are written in capitals.
    if (!/[a-z]/.test(value) && value.length < LONG_NUMBER && !IS.test(before)) return undefined;
    const wide = isAlone(before, after) || (bits >= BITS.login && before.length <= SHORT_LINE);
    const around = `${wide ? linesBefore(text, line) : ''}\n${before} ${after}`;
    if (
      !SECRET.test(around) &&
      !(bits >= BITS.login && value.length >= 10 && LOGIN.test(around)) &&
      !isGrouped(value, bits) &&
      !/https?:\/\/\S+\s[\w.@-]+\s$/.test(before)
    )
      return undefined;
  }
  return { from, to: from + value.length, rule: 'random value near a name' };
}

/** Finds a hexadecimal key that the text before it calls a key. */
function hexSpan(text: string, from: number, value: string): Span | undefined {
  const said = text.slice(Math.max(0, from - BEFORE), from);
  const before = said.slice(said.lastIndexOf('\n') + 1);
  if (
    !(KEY_OF_HEX.test(before) || (IT_IS.test(before) && KEY_OF_HEX.test(lineBefore(text, from - before.length)))) ||
    CHECKSUMS.test(before) ||
    isNamedPublic(before)
  )
    return undefined;
  const after = text.slice(from + value.length, from + value.length + BEHIND).split('\n')[0] ?? '';
  if (CHECKSUMS.test(after)) return undefined;
  return { from, to: from + value.length, rule: 'key in a sentence' };
}

/** The line before a position that begins a line, followed by a space. */
const lineBefore = (text: string, line: number) =>
  `${
    text
      .slice(Math.max(0, line - BEFORE), line)
      .split('\n')
      .at(-2) ?? ''
  } `;

/** True if a value is a password although it hardly looks random, because the text says so. */
function isWeakPassword(
  value: string,
  bits: number,
  before: string,
  after: string,
  linesBefore: () => string,
): boolean {
  const isTypical = TYPICAL.test(value);
  const isQuoted = /["'`]$/.test(before);
  if (isQuoted && CALL.test(before) && bits >= BITS.typical) return true;
  const isCode = CODE.test(before) || CODE.test(after);
  if (isCode && bits < BITS.named) return false;
  if (IS.test(before) && PASSWORD.test(before)) return !OF_ANOTHER.test(before);
  if (value.length >= LONG && /[-\d]{2}/.test(value) && NEW_ONE.test(before)) {
    const around = `${before} ${after}`;
    if (SECRET.test(around) || LOGIN.test(around)) return true;
  }
  if (RESET.test(before) && written(value) === 'surely' && bits >= BITS.secret && value.length >= LONG) return true;
  if (OF_MAIL.test(before) && (bits >= BITS.named || isTypical)) return true;
  if (isCode || value.length < LONG || /^[A-Z0-9]+$/.test(value)) return false;
  if (isTypical && (DIRECT.test(before) || AS_USER.test(before))) return true;
  if (DIRECT.test(before) || WITH.test(before) || (MIT.test(before) && LOGS_IN.test(after))) return bits >= 0;
  if (!isTypical || bits < 0) return false;
  if (PASSWORD.test(before)) return true;
  const around = `${before} ${after}`;
  if (/[:"'`«„“]\s?$/.test(before) && (SECRET.test(around) || LOGIN.test(around))) return true;
  if (bits < BITS.typical && !(SLASHED.test(before) || ANSWER.test(before))) return false;
  if (SLASHED.test(before) || SECRET.test(around) || LOGIN.test(around)) return true;
  if (!ANSWER.test(before)) return false;
  const lines = linesBefore();
  return SECRET.test(lines) || LOGIN.test(lines);
}

/** True if the line contains only the value, apart from marks of a list or a quotation. */
const isAlone = (before: string, after: string) =>
  /^[\s>*"'`-]{0,8}$/.test(before) && /^[\s"'`.,;]{0,4}(?:\\n|$)/.test(after);

/** The two lines before a line. */
function linesBefore(text: string, line: number): string {
  return text
    .slice(Math.max(0, line - BEFORE), line)
    .split('\n')
    .slice(-3)
    .join('\n');
}

/** True for an application-specific password, as services print them in groups. */
const isGrouped = (value: string, bits: number) =>
  bits >= BITS.login &&
  /^(?:[A-Za-z0-9]{5}-){4}[A-Za-z0-9]{5}$/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value);
