import { AsyncLocalStorage } from 'node:async_hooks';
import { isRecord } from './json.js';

// Collects the redactions in the texts of a call, so that the transport can report them. Code that redacts a text notes
// this here; the transport then finds out where the caller's input contains the text. Services therefore need not pass
// redactions on, and redactions in new fields are reported without further code.

/** One place where something was cut out. */
export interface Redaction {
  /** Path, in dots, of the input text from which the secret was cut; empty if there is only one text. */
  readonly path: string;
  readonly rule: string;
}

/** Maximum number of redactions reported per call. */
const MOST = 100;

const current = new AsyncLocalStorage<RedactionNotes>();

/** The redactions made during one call. */
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
   * The paths in the caller's input at which redacted texts, or longer texts that contain them, occur. Redactions in
   * other texts, such as a model's reply, are not reported.
   *
   * @param given the arguments; paths start below `input`, like those of input problems
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

  /** All rules that removed something, regardless of the source of the text. */
  rules(): string[] {
    return [...new Set([...this.rulesOf.values()].flatMap((rules) => [...rules]))];
  }

  private rulesWithin(text: string): Set<string> {
    const parts = [...this.rulesOf].filter(([part]) => part.length < text.length && text.includes(part));
    return new Set(parts.flatMap(([, rules]) => [...rules]));
  }
}

/** Records which rules redacted a text, if a call is under way. */
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
