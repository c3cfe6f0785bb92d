import { fileURLToPath } from 'node:url';
import { readStatement, writeStatement } from '../../../src/graph/statement.js';
import type { Runbook } from './runbooks.model.js';

const FOLDER = fileURLToPath(new URL('./cypher/', import.meta.url));

export interface RunbookRow {
  readonly namespace: string;
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  readonly text: string;
  readonly alarm: string;
  readonly facets: readonly string[];
  readonly now: Date;
}

export const saveRunbook = writeStatement<RunbookRow, object>('save-runbook', FOLDER);

export const findRunbooks = readStatement<{ namespace: string; refs: readonly string[] }, { runbook: Runbook }>(
  'find-runbooks',
  FOLDER,
);
