import type { Span } from './known.js';
import { randomBits } from './random-bits.js';
import { isPlaceholder, isSamplePassword } from './placeholders.js';

// Finds passwords in command lines. The command says which of its arguments is a password, so that the value itself
// need not look random: people type `ldapsearch -w summer2024`.

interface Command {
  /** Options whose next argument, or the rest of the same one, is a password. */
  readonly options?: RegExp;
  /** Options whose argument is a user and a password, and the character between the two. */
  readonly pairs?: readonly [options: RegExp, between: string];
  /** Words of which the nth argument behind is a password. */
  readonly words?: readonly [word: RegExp, nth: number];
  /** Only these subcommands; all by default. */
  readonly only?: RegExp;
}

const COMMANDS: readonly (readonly [names: string, command: Command])[] = [
  ['sshpass|twine|cypher-shell|mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport', { options: /^-p/ }],
  [
    'cqlsh|beeline|sqoop|hydra|evil-winrm|crackmapexec|netexec|nxc|rdesktop|ncftp|ncftpput|ncftpget',
    { options: /^-p$/ },
  ],
  ['mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|7z|7za|7zr|7zz', { options: /^-p(?=.)/ }],
  ['rar|unrar', { options: /^-h?p(?=.)/ }],
  ['zip|unzip|ipmitool|sqlcmd|bcp|osql|mosquitto_pub|mosquitto_sub|mosquitto_rr', { options: /^-P/ }],
  ['redis-cli|valkey-cli', { options: /^(?:-a|--pass)$/ }],
  ['ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldapcompare|ldapmodrdn', { options: /^-w$/ }],
  ['ldappasswd', { options: /^-[wsa]$/ }],
  ['snmpwalk|snmpget|snmpset|snmpbulkwalk|snmpbulkget|snmpgetnext|snmptrap|snmptable', { options: /^-[AXc]$/ }],
  ['docker|podman|nerdctl|buildah|helm|oras|crane|oc|cf|az|ibmcloud|skopeo', { options: /^-p$/, only: /^login$/ }],
  ['skopeo|podman|buildah|etcdctl', { pairs: [/^--(?:(?:src-|dest-)?creds|user)$/, ':'] }],
  ['curl|http|https', { pairs: [/^(?:-[uaU]|--(?:user|auth|proxy-user))$/, ':'] }],
  ['smbclient|rpcclient|smbget|smbcacls|winexe|pth-winexe|smbmap', { pairs: [/^(?:-U|--user)$/, '%'] }],
  ['lftp', { pairs: [/^-u$/, ','] }],
  ['openssl', { options: /^(?:-k|pass:)/ }],
  ['keytool|jarsigner', { options: /^-(?:src|dest)?(?:store|key)pass$/ }],
  ['gpg|gpg2', { options: /^--passphrase$/ }],
  [
    'security',
    { options: /^-[pwPk]$/, only: /^(?:unlock-keychain|create-keychain|import|add-\w+-password|set-key-\S+)$/ },
  ],
  ['signtool', { options: /^\/p$/ }],
  ['influx', { options: /^(?:-p|-?-password)$/ }],
  ['plink|pscp|psftp|winscp|kadmin|kadmin.local', { options: /^-pw$/ }],
  ['dsadd|dsmod', { options: /^-pwd$/ }],
  ['psexec|psexec64|psexec.exe', { options: /^-p$/ }],
  ['xfreerdp|xfreerdp3|wfreerdp|cmdkey|wmic', { options: /^\/p(?:ass|assword)?:/ }],
  ['useradd|usermod|x11vnc', { options: /^(?:-p|--password|-passwd)$/ }],
  ['rabbitmqctl', { words: [/^(?:add_user|change_password|authenticate_user)$/, 2] }],
  ['htpasswd', { words: [/^-\w*b\w*$/, -1] }],
  ['net', { words: [/^user$/, 2] }],
  ['networksetup', { words: [/^-setairportnetwork$/, 3] }],
  ['wpa_passphrase', { words: [/^wpa_passphrase$/, 2] }],
  ['nmcli', { words: [/^(?:password|\S*\.psk)$/, 1] }],
  ['ssh-keygen', { options: /^-[NP]$/ }],
  ['gh|glab', { options: /^(?:-b|--body|-v|--value)$/, only: /^(?:secret|variable)$/ }],
  ['cloudflared', { options: /^--token$/, words: [/^install$/, 1] }],
  ['poetry|composer', { words: [/^http-basic\./, 2] }],
  ['bundle|bundler', { words: [/^(?:[\w-]+\.)+[a-z]{2,}$/i, 1], only: /^config$/ }],
  ['db2', { words: [/^using$/i, 1] }],
  ['sc|sc.exe', { words: [/^password=$/, 1] }],
  ['reg|reg.exe', { words: [/^\/d$/, 1], only: /password/i }],
];

const named = new Map<string, Command[]>();
for (const [names, command] of COMMANDS)
  for (const name of names.split('|')) named.set(name, [...(named.get(name) ?? []), command]);

const NAMES = new RegExp(
  `(?<![\\w.-])(?:${[...named.keys()].map((name) => name.replace('.', '\\.')).join('|')})(?= +["'/\\w-])`,
  'g',
);
const ARGUMENT = /"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|(?:[^\s"'|;&<>`]|\\\s)+(?:"([^"\n]*)"|'([^'\n]*)')?/y;
/** Characters of a command line that are read. */
const LONGEST = 512;
const SHORTEST = 4;
/** Bits from which a value without digit or mark is a password. */
const LEAST_BITS = 8;

interface Argument {
  readonly text: string;
  /** Position of its text, behind a quote. */
  readonly from: number;
}

/** Finds passwords in the arguments of known commands. */
export function findInCommands(text: string): Span[] {
  const found: Span[] = [];
  let examined = 0;
  for (const { 0: name, index } of text.matchAll(NAMES)) {
    if (index < examined) continue;
    const commands = named.get(name) ?? [];
    const given = argumentsIn(text, index, Math.min(text.length, index + LONGEST));
    const last = given.at(-1);
    if (!last || given.length < 2) continue;
    for (const command of commands) {
      if (command.only && !given.some((each) => command.only?.test(each.text))) continue;
      for (const span of passwordsOf(command, given))
        if (isPassword(span) || isPassphrase(span)) found.push(spanOf(span));
    }
    examined = last.from;
  }
  return found;
}

const spanOf = ({ text, from }: Argument): Span => ({ from, to: from + text.length, rule: 'password in a command' });

function* passwordsOf({ options, pairs, words }: Command, given: readonly Argument[]): Generator<Argument> {
  for (const [nth, each] of given.entries()) {
    const option = options?.exec(each.text)?.[0];
    if (option !== undefined && nth > 0) {
      const next = given[nth + 1];
      if (each.text.length > option.length) yield behind(each, option.length);
      else if (next && !next.text.startsWith('-')) yield next;
    }
    if (pairs) {
      const [names, between] = pairs;
      const [name = '', glued] = each.text.split(/=(.*)/s);
      const isGlued = glued !== undefined && names.test(name);
      const pair = isGlued ? behind(each, name.length + 1) : names.test(each.text) ? given[nth + 1] : undefined;
      const at = pair?.text.indexOf(between) ?? -1;
      if (pair && at > 0) yield behind(pair, at + 1);
    }
    if (words?.[0].test(each.text)) {
      const told = words[1] < 0 ? (given.length - nth >= 3 ? given.at(words[1]) : undefined) : given[nth + words[1]];
      if (told) yield told;
    }
  }
}

const behind = ({ text, from }: Argument, length: number): Argument => {
  const quotes = /^["']/.test(text.slice(length)) ? 1 : 0;
  return { text: text.slice(length + quotes, text.length - quotes), from: from + length + quotes };
};

function argumentsIn(text: string, from: number, to: number): Argument[] {
  const given: Argument[] = [];
  for (let at = from; at < to;) {
    while (text[at] === ' ' || text.startsWith('\\\n', at)) at += text[at] === ' ' ? 1 : 2;
    ARGUMENT.lastIndex = at;
    const match = ARGUMENT.exec(text);
    if (!match) break;
    const quoted = match[1] ?? match[2];
    given.push({ text: quoted ?? match[0], from: quoted === undefined ? at : at + 1 });
    at = ARGUMENT.lastIndex;
    if (text[at] !== ' ' && text[at] !== '\\') break;
  }
  return given;
}

/** Several words in quotes, which the option says are a passphrase. */
const isPassphrase = ({ text }: Argument) => /^[^\W_]{2,16}(?: [\w!#.-]{2,16}){2,11}$/.test(text);

function isPassword({ text }: Argument): boolean {
  if (
    text.length < SHORTEST ||
    /^[$%<{[*-]|^(?:env|file|fd|stdin):|[\s\\]|\$[{(\w]|^[./~]\S*\/|\.(?:[a-z]{1,4}|7z|bz2|mp\d)$/.test(text)
  )
    return false;
  if (isPlaceholder(text) || isSamplePassword(text, '@localhost')) return false;
  // A word alone is perhaps one of the sentence, and a number a port.
  if (/^\d{1,5}$|^\d+(?:[.:]\d+)+$/.test(text)) return false;
  return /\d|[!#%^*&$?~+]/.test(text) || randomBits(text) >= LEAST_BITS;
}
