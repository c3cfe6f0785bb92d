import { REDACTED, REDACTING, REFUSED, SECRET_NAME, type SecretRule } from './secret-rules.js';

/** Replaces keys of common vendors, bearer tokens, passwords and private keys by `[redacted]`. Doing it twice is doing it once. */
export function redactText(text: string): string {
  let redacted = text;
  for (const rule of REDACTING) redacted = mend(redacted, rule);
  return redacted;
}

function mend(text: string, { pattern, mended }: SecretRule): string {
  return typeof mended === 'string' ? text.replace(pattern, mended) : text.replace(pattern, mended);
}

/** The same in every string of a JSON value; under a name such as `password` the whole string goes. */
export function redactJson(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && inner !== '' && SECRET_NAME.test(name) ? REDACTED : redactJson(inner),
    ]),
  );
}

export interface FoundSecret {
  /** Where it stands, in dots; of a name that holds the secret itself, where the name stands. Empty: the value itself. */
  readonly path: string;
  /** Name of the rule that it breaks. */
  readonly rule: string;
}

/** The first rule that a text breaks; what was redacted already breaks none. */
export function secretIn(text: string): string | undefined {
  return REFUSED.find((rule) => mend(text, rule) !== text)?.name;
}

/** The first secret in the names and strings of a JSON value. */
export function secretInJson(value: unknown, path = ''): FoundSecret | undefined {
  if (typeof value === 'string') {
    const rule = secretIn(value);
    return rule === undefined ? undefined : { path, rule };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    const hidden = secretIn(name);
    if (hidden !== undefined) return { path, rule: hidden };
    const at = path === '' ? name : `${path}.${name}`;
    const told = !Array.isArray(value) && SECRET_NAME.test(name) && typeof inner === 'string' && inner !== '';
    if (told && inner !== REDACTED) return { path: at, rule: 'password, key or token' };
    const found = secretInJson(inner, at);
    if (found) return found;
  }
  return undefined;
}
