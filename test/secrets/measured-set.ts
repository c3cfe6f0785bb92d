import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A secret, and texts in which it was written. */
export interface WrittenSecret {
  readonly id: string;
  readonly secret: string;
  /** Three texts: code or settings, a log or transcript, a message. Those of `cases.jsonl` have one. */
  readonly places: readonly string[];
}

/** A text without a secret. */
export interface LookAlike {
  readonly id: string;
  readonly text: string;
  /** The part that looks like a secret; default the whole text. */
  readonly keep?: string;
}

/** In the files a middle dot interrupts each secret, since scanners of repositories would take it for a real one. */
function linesOf(name: string): (WrittenSecret | LookAlike)[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll('·', '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WrittenSecret | LookAlike);
}

/** Secrets and look-alikes of one or two files. */
export function setOf(...files: readonly string[]) {
  const all = files.flatMap(linesOf);
  return {
    secrets: all.filter((line): line is WrittenSecret => 'secret' in line),
    lookAlikes: all.filter((line): line is LookAlike => 'text' in line),
  };
}

/** Splits values by the hash of their ids: rules were written on one half, and the other one was only counted. */
export function halves<Value extends { readonly id: string }>(values: readonly Value[]) {
  const isEven = ({ id }: Value) => (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0;
  return { tuned: values.filter(isEven), heldOut: values.filter((value) => !isEven(value)) };
}
