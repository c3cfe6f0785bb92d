import { readStatement, writeStatement } from '../graph/statement.js';

interface InNamespace {
  readonly namespace: string;
}

export const findSample = readStatement<InNamespace, { begun: boolean; loadedAt: Date | null; holdsData: boolean }>(
  'sample/find-sample',
);

export const beginSample = writeStatement<InNamespace & { now: Date }, object>('sample/begin-sample');

export const endSample = writeStatement<InNamespace & { now: Date }, object>('sample/end-sample');

export const deleteNodes = writeStatement<InNamespace & { batch: number }, { deleted: number }>('sample/delete-nodes');
