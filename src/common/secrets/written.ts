import { randomBits } from './random-bits.js';
import { isPlaceholder, isSamplePassword } from './placeholders.js';

// Judges whether a value is a password as people make them: words with digits or marks, not random.

/** Parts that names of things have in common: a value with one of them is one. */
const OF_NAMES =
  /pass(?!age|ion)|pwd|secret|token|creden|user|login|auth|reset|field|input|hash|policy|expire|forgot|valid|label|title|error|prompt|confirm|manager|vault|case-|-only|based|http|config|name\b|server|host\b|\.(?:local|com|org|net|io|dev|de|example|internal|lan)$/i;
const ORDINARY =
  /^\d{4}-\d\d|^v?\d+[.:]\d|\.(?:[a-z]{2,4}|ya?ml|json|html|conf|md|\d{1,2}\.\d{1,2})$|:\/\/|@.*\.[a-z]|\/|^[#~.$%&-]|^0x|^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+$|^\d|[=()]|^[A-Z]{1,5}-?\d+$/;
const TECHNICAL =
  /^(?:sha|md|utf|base|aes|rsa|ipv|win|oauth|tls|ssl|http|python|java|node|php|wpa|rfc|iso|ssid|x|ed|es|hs|rs|ps)[-_]?\d|WPA\d?|\d(?:th|st|nd|rd|px|ms|gb|mb|kb|h|min|d|pv|x)$|^(?:wpa|tkip|ccmp|eap)|^[a-z]+\d?-(?:sha|bit|char)/i;

/** A program, a language or a system with its version. */
const PROGRAM =
  /^(?:python|pypy|chrome|chromium|firefox|safari|edge|opera|postgres(?:ql)?|psql|mysql|mariadb|sqlite|oracle|mssql|sqlserver|mongo(?:db)?|redis|neo4j|node(?:js)?|deno|java|jdk|openjdk|jre|ruby|perl|golang|rust|gcc|clang|llvm|ubuntu|debian|centos|rhel|fedora|alpine|suse|windows|server|macos|osx|android|kernel|docker|podman|tomcat|jetty|nginx|apache|httpd|rails|django|angular|react|spring|office|excel|outlook|word|exchange|sharepoint|openssl|openssh|openvpn|kerberos|samba|kafka|spark|hadoop|elastic\w*|vsphere|esxi|cuda|torch|tensorflow|numpy|pandas|dotnet|netcore|visualstudio|xcode|gradle|maven)[-_.]?\d[\d.]{0,8}$/i;

/** Whether a value names a program with its version, as people write it beside a login: "connect with psql16". */
export const isProgram = (value: string) => PROGRAM.test(value);

/** How surely people would write a value as a password: as nothing else, perhaps, or only where the sentence says so. */
export type Written = 'surely' | 'perhaps' | 'words' | 'no';

/** Whether people would write a value as a password, judged by its words, digits and marks. */
export function written(value: string): Written {
  if (value.length < 6 || value.length > 64 || ORDINARY.test(value) || TECHNICAL.test(value)) return 'no';
  if (isProgram(value)) return 'no';
  if (OF_NAMES.test(value) || isPlaceholder(value) || isSamplePassword(value, '@localhost')) return 'no';
  if (!/[A-Za-z]{2}/.test(value)) return 'no';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[!#$%^&*+@?]/, /[-._]/].filter((kind) => kind.test(value)).length;
  const hasDigit = /\d/.test(value);
  if (kinds >= 3 && (hasDigit || /[!#$%^&*+@?]/.test(value)) && value.length >= 8) return 'surely';
  if (/^[A-Za-z]{4,}[-_.]?\d{2,6}$/.test(value) || (hasDigit && kinds >= 2 && randomBits(value) >= 4)) return 'perhaps';
  return /^\p{L}{2,}(?:[-.]\p{L}{2,}){2,}$/u.test(value) && !COMPOUND.test(value) ? 'words' : 'no';
}

/** Parts of compounds, such as out-of-date. */
const COMPOUND = /(?:^|-)(?:to|of|in|out|up|by|at|on|off|non|the|a|not|end|day|self|per|and|or|is|for)(?:-|$)/i;
