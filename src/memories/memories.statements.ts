import type { Sample } from '../evidence/calibration.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { MemoryScope, Outcome, Promotion } from './memories.model.js';

/** Who asks: a namespace, and what is seen in it. */
export interface Viewer {
  readonly namespace: string;
  /** Facets of visibility of which a memory carries one. */
  readonly visible: readonly string[];
}

/** What is written of a new memory beside what all have. */
export interface NewMemory {
  readonly namespace: string;
  readonly id: string;
  readonly ref: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly facets: readonly string[];
  readonly trust: number;
  readonly description: string;
  readonly content: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
  readonly scope: MemoryScope;
  readonly project: string;
  readonly team: string;
  readonly visibility: string;
  readonly titleHash: string;
  readonly sourceSession: string | null;
}

export interface RecordRow {
  readonly namespace: string;
  readonly now: Date;
  readonly memory: NewMemory;
  readonly requestHash: string;
  readonly strict: boolean;
  readonly titleKey: string;
  readonly nearId: string | null;
  readonly pruneAt: Date;
}

export type WriteOutcome = 'CREATED' | 'EXISTS' | 'CONFLICT';

export interface RecordAnswer {
  readonly outcome: WriteOutcome;
  readonly duplicateOf: string | null;
  readonly initialConfidence: number;
}

export const recordMemories = writeStatement<
  { rows: readonly (RecordRow & { n: number })[] },
  RecordAnswer & { n: number }
>('memories/record-memories');

export const lockMemories = writeStatement<
  { rows: readonly (Viewer & { memoryId: string; n: number })[] },
  { n: number }
>('memories/lock-memories');

export interface UseRow {
  readonly namespace: string;
  readonly id: string;
  readonly uses: number;
}

export const countUses = writeStatement<{ rows: readonly UseRow[] }, object>('memories/count-uses');

export interface StoredMemory {
  readonly ref: string;
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly trust: number;
  readonly decaysSince: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly description: string;
  readonly content: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
  readonly usageCount: number;
  readonly scope: MemoryScope;
  readonly project: string;
  readonly team: string;
  readonly archivedAt: Date | null;
  readonly sourceSession: string | null;
  readonly duplicateOf: string | null;
}

export const findMemories = readStatement<
  Viewer & { ids: readonly string[] },
  { memory: StoredMemory; promotions: readonly Promotion[] }
>('memories/find-memories');

export const listMemories = readStatement<
  Viewer & { archived: boolean; beforeTime: Date | null; afterId: string | null; limit: number },
  { id: string }
>('memories/list-memories');

export const countMemories = readStatement<Viewer & { archived: boolean }, { total: number }>(
  'memories/count-memories',
);

export interface PromoteRow extends Viewer {
  readonly id: string;
  readonly scope: MemoryScope;
  readonly visibility: string;
  readonly lower: readonly MemoryScope[];
  readonly agent: string | null;
  readonly project: string;
  readonly now: Date;
}

export const promoteMemory = writeStatement<PromoteRow, { outcome: 'PROMOTED' | 'UNCHANGED' | 'LOWER' }>(
  'memories/promote-memory',
);

export const restoreMemory = writeStatement<Viewer & { id: string }, { restored: boolean }>('memories/restore-memory');

export const archiveFallen = writeStatement<{ now: Date; limit: number }, { archived: number }>(
  'memories/archive-fallen',
);

export const deleteMemory = writeStatement<Viewer & { id: string }, { id: string }>('memories/delete-memory');

export const listTrustSamples = readStatement<{ namespace: string }, Sample>('memories/list-trust-samples');
