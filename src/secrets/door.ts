import { AsyncLocalStorage } from 'node:async_hooks';
import { BadUserInputError, type FieldProblem } from '../common/errors.js';
import { isRecord } from '../common/json.js';
import { fieldsOf } from '../common/validation.js';
import type { Workers } from '../common/workers/workers.js';
import type { Redaction } from './redact.js';
import { redactValues } from './redact.task.js';

// The door through which texts of callers come in: every input class passes it after its rules were checked, on every
// transport. What a field does with a secret is declared beside its rules (`secrets` in common/validation.ts).

const current = new AsyncLocalStorage<Redaction[]>();

/** Runs a call, and collects what is cut out of its inputs. */
export function collectingRedactions<Result>(redactions: Redaction[], call: () => Result): Result {
  return current.run(redactions, call);
}

/** What was cut out of the inputs of the call under way, with paths as in validation errors. */
export function currentRedactions(): readonly Redaction[] {
  return current.getStore() ?? [];
}

/** Adds to what the transport reports, for texts that a service reads itself. */
export function tellRedactions(redactions: readonly Redaction[]): void {
  current.getStore()?.push(...redactions);
}

/**
 * Cuts the secrets out of an input, whose fields it replaces.
 *
 * @throws BadUserInputError that names each id with a secret and the rule, never the secret
 */
export async function redactInput<Input extends object>(input: Input, workers: Workers): Promise<Input> {
  const places = [...placesIn(input, '')];
  const read = await redactValues(
    places.map(({ value }) => value),
    workers,
  );
  const refused: FieldProblem[] = [];
  for (const [index, { owner, name, path, mode }] of places.entries()) {
    const { value, redactions = [] } = read[index] ?? {};
    const found = redactions.map(({ path: within, rule }) => ({
      path: within === '' ? path : `${path}.${within}`,
      rule,
    }));
    if (found.length === 0) continue;
    if (mode === 'refuse') refused.push(...found.map(refusal));
    else {
      owner[name] = value;
      tellRedactions(found);
    }
  }
  if (refused.length > 0) throw new BadUserInputError(refused);
  return input;
}

function refusal({ path, rule }: Redaction): FieldProblem {
  return { path, rule: 'noSecrets', message: `${path} holds what looks like a secret (${rule})` };
}

interface Place {
  readonly owner: Record<string, unknown>;
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  readonly mode: 'redact' | 'refuse';
}

/** The fields of an input class, nested ones included, that hold texts. */
function* placesIn(input: object, at: string): Generator<Place> {
  const owner = input as Record<string, unknown>;
  for (const [name, { kind, nested, settings }] of fieldsOf(Object.getPrototypeOf(input) as object)) {
    const value = owner[name];
    if (value === undefined || value === null) continue;
    const path = `${at}${name}`;
    if (nested) {
      if (Array.isArray(value))
        for (const [index, one] of value.entries()) yield* placesIn(one as object, `${path}.${index}.`);
      else if (isRecord(value)) yield* placesIn(value, `${path}.`);
      continue;
    }
    const mode = settings.secrets ?? (kind === 'id' ? 'refuse' : 'redact');
    if ((kind === 'text' || kind === 'id' || kind === 'json') && mode !== 'later')
      yield { owner, name, path, value, mode };
  }
}
