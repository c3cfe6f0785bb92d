import { AsyncLocalStorage } from 'node:async_hooks';
import { isRecord } from './json.js';

// What a call's own texts lost, told by the door it came through. Whoever redacts a text says so here; the door looks where the
// caller gave that text. So no service hands on what it cut, and a new field that is redacted is told without more ado.

/** One place where something was cut out. */
export interface Redaction {
  /** Where the text stands that it was cut out of, in dots; empty where it is the only one. */
  readonly path: string;
  readonly rule: string;
}

/** Told of one call; one that is full of secrets repeats itself. */
const MOST = 100;

const current = new AsyncLocalStorage<RedactionNotes>();

/** What was cut out during one call. */
export class RedactionNotes {
  private readonly rulesOf = new Map<string, Set<string>>();

  static current(): RedactionNotes | undefined {
    return current.getStore();
  }

  run<Result>(call: () => Result): Result {
    return current.run(this, call);
  }

  note(text: string, rules: readonly string[]): void {
    const known = this.rulesOf.get(text) ?? new Set();
    rules.forEach((rule) => known.add(rule));
    this.rulesOf.set(text, known);
  }

  /**
   * Where the texts that lost something stand in what the caller gave, or the texts that they are a part of. What came from
   * elsewhere, such as a model's reply, is not told.
   *
   * @param given arguments; a path begins behind `input`, as that of a problem does
   */
  in(given: Readonly<Record<string, unknown>>): Redaction[] {
    if (this.rulesOf.size === 0) return [];
    const told: Redaction[] = [];
    for (const { path, text } of textsOf(given, '')) {
      const rules = this.rulesOf.get(text) ?? this.rulesOf.get(text.trim()) ?? this.rulesWithin(text);
      for (const rule of rules) told.push({ path, rule });
      if (told.length >= MOST) break;
    }
    return told.slice(0, MOST);
  }

  /** Every rule that cut something, whoever gave it. */
  rules(): string[] {
    return [...new Set([...this.rulesOf.values()].flatMap((rules) => [...rules]))];
  }

  private rulesWithin(text: string): Set<string> {
    const parts = [...this.rulesOf].filter(([part]) => part.length < text.length && text.includes(part));
    return new Set(parts.flatMap(([, rules]) => [...rules]));
  }
}

/** Says that a text lost something, where a call is under way. */
export function noteRedaction(text: string, rules: readonly string[]): void {
  if (rules.length > 0 && text !== '') current.getStore()?.note(text, rules);
}

function* textsOf(value: unknown, path: string): Generator<{ readonly path: string; readonly text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  const isList = Array.isArray(value);
  if (!isList && !isRecord(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const isInput = path === '' && !isList && name === 'input' && isRecord(inner);
    yield* textsOf(inner, isInput ? '' : path === '' ? name : `${path}.${name}`);
  }
}
