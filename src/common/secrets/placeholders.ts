// Recognizes values that documents, tests and settings put in place of a secret.

/** A placeholder. */
const PLACEHOLDER =
  /^(?:vault|ssm|op|bws|doppler|infisical|secretsmanager|keyring|awssm|gcpsm|azkv|sops|ref\+\w+):(?!v\d)[\w/.-]|^-----BEGIN [A-Z ]{3,40}-----(?:\\[nr]|\s){0,8}(?:\.{2,}|…|<|\[)|^(?:\$\{|\$\(|\$(?:env:|script:|global:)?[A-Za-z_][\w.]*$|\{\{?|<[^<>]*>?|%[\w({]|#\{|@[\w{]|\*+$|[xX]{3,}|\.{2,}|\[|_{3,})|(?:^|[-_ ])(?:your|example|sample|placeholder|dummy|changeme|change[-_]me|insert|replace|redacted)(?:$|[-_ ])|\[redacted\]/i;
/** Sample values of documentation: AWS marks its own, others are steps through the alphabet and the digits. */
const SAMPLE =
  /abc.{0,3}xyz|EXAMPLE(?:KEY)?$|(?<![a-z])your[-_]|abc-def-?1234|^[a-z]{2,8}[-_](?:[a-z]{2,8}[-_])?(.)\1{7,}$/i;
const LONGEST_SAMPLE = 128;
/** Keys that documents of standards and services publish as examples, and that every reader knows. */
const PUBLISHED =
  /^(?:JBSWY3DPEHPK3PXP|GEZDGNBVGY3TQOJQ(?:GEZDGNBVGY3TQOJQ)?|QWxhZGRpbjpvcGVu[ I]?[\w]{0,16}={0,2}|dXNlcm5hbWU6cGFzc3dvcmQ=|wJalrXUtnFEMI.{0,40}|je7MtGbClwBF.{0,40}|AKIAI44QH8DHBEXAMPLE|sk_test_4eC39HqLyjWDarjtT1zdp7dc|Eby8vdM02xNOcqFlqUwJPLlm.{0,80}|W269N-WFGWX-YVC9B-4J6C9-T83GX)$/;
/** Parts of regular expressions. */
export const EXPRESSION = /\[\^?(?:A-Z|a-z|0-9|\\[dwsS])|\\[dwsbS](?![a-z])|\(\?[:=!<P]|\{\d+(?:,\d*)?\}\??[$"'/)]?$/;
/** Passwords in the sample addresses of documents and tests. */
const SAMPLE_PASSWORD =
  /^(?:my)?(?:pass(?:w(?:or)?d)?|pwd|pw|secret|token|user(?:name)?|change[-_]?me|example|test|foo|bar|abc|xyz|key|passwort|motdepasse|contrase(?:ñ|n)a)$/i;
const SAMPLE_HOST = /^@(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1|(?:[\w-]+\.){0,4}example(?![\w-]))/i;

/** Whether a value is a placeholder. */
export const isPlaceholder = (value: string) => PLACEHOLDER.test(value) || isSample(value) || EXPRESSION.test(value);

/** Whether a value is a sample of documentation. */
export const isSample = (value: string) =>
  value.length <= LONGEST_SAMPLE && (SAMPLE.test(value) || PUBLISHED.test(value));

/**
 * Whether the password of an address is a placeholder, or a word that documents and tests use in samples.
 *
 * @param behind what follows the password: an @ and the host
 */
export const isSamplePassword = (value: string, behind: string) =>
  isPlaceholder(value) ||
  /^(?:[A-Z]+_)?(?:PASSWORD|PASS|PWD|SECRET|TOKEN|KEY)$/.test(value) ||
  (SAMPLE_PASSWORD.test(value) && SAMPLE_HOST.test(behind));
