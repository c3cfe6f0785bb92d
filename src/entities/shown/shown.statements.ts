import { readStatement, writeStatement } from '../../graph/statement.js';
import type { ShownValues } from './shown.js';

interface In {
  readonly namespace: string;
}

export interface UnshownEntity {
  readonly id: string;
  readonly type: string;
  /** Properties of its graph node and its metadata record, as JSON. */
  readonly properties: string | null;
  readonly metadata: string | null;
  /** True if a rule created it from a name in texts. */
  readonly isOfNames: boolean;
}

export interface UnshownLink {
  readonly key: string;
  /** Properties as JSON. */
  readonly properties: string | null;
}

/** Whether to list only what transactions have written, or also what an import has marked. */
export type UnshownFrom = 'WRITTEN' | '';

export const listUnshown = readStatement<
  In & { from: UnshownFrom; limit: number },
  {
    readonly entity: UnshownEntity | null;
    readonly link: UnshownLink | null;
    readonly superseded: UnshownLink | null;
  }
>('shown/list-unshown');
export const findNames = readStatement<In, { readonly names: readonly string[]; readonly labels: readonly string[] }>(
  'shown/find-names',
);
export const saveNames = writeStatement<In & { names: readonly string[]; labels: readonly string[] }, object>(
  'shown/save-names',
);
export const showEntities = writeStatement<
  In & { rows: readonly (ShownValues & { readonly id: string; readonly labels: readonly string[] })[] },
  object
>('shown/show-entities');
export const showLinks = writeStatement<In & { rows: readonly (ShownValues & { readonly key: string })[] }, object>(
  'shown/show-links',
);
export const findNextNamespace = readStatement<{ after: string }, { readonly namespace: string }>(
  'shown/find-next-namespace',
);
