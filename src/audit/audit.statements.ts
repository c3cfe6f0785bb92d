import { readStatement, writeStatement } from '../graph/statement.js';

/** An act as it is stored. */
export interface AuditRow {
  readonly namespace: string;
  readonly id: string;
  readonly act: string;
  readonly ref: string;
  readonly by: string | null;
  readonly keyId: string | null;
  readonly at: Date;
}

export const recordActs = writeStatement<{ rows: readonly AuditRow[] }, { id: string }>('audit/record-acts');

export const countRefusals = writeStatement<
  { rows: readonly (AuditRow & { readonly count: number })[] },
  { id: string }
>('audit/count-refusals');

/** An entry of the audit, from any source. */
export interface EntryRow {
  readonly id: string;
  readonly act: string;
  readonly by: string | null;
  readonly keyId: string | null;
  readonly at: Date;
  /** At most 100. */
  readonly refs: readonly string[];
  readonly refCount: number;
  readonly count: number;
}

export interface EntryPage {
  readonly namespace: string;
  readonly since: Date;
  readonly until: Date;
  readonly id: string;
  readonly same: boolean;
  readonly limit: number;
}
type By = { readonly by: string | null };

export const listActs = readStatement<EntryPage & { page: By }, EntryRow>('audit/list-acts');

export const listActsOn = readStatement<EntryPage & { ref: string; page: By }, EntryRow>('audit/list-acts-on');

export const listChanges = readStatement<EntryPage & { page: By & { ref: string | null } }, EntryRow>(
  'audit/list-changes',
);

export const listEvidence = readStatement<EntryPage & { page: By }, EntryRow>('audit/list-evidence');

export const listEvidenceOn = readStatement<EntryPage & { ref: string; page: By }, EntryRow>('audit/list-evidence-on');

export const deleteOld = writeStatement<{ before: Date; limit: number }, { deleted: number }>('audit/delete-old');
