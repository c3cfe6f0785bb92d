import type { Sample } from '../evidence/calibration.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { NewChange } from '../versions/change.model.js';
import type { Memory, MemoryScope, Promotion, SessionTurn } from './memories.model.js';

/** Who asks: a namespace, and what is seen in it. */
export interface Viewer {
  readonly namespace: string;
  /** Facets of visibility of which a memory carries one. */
  readonly visible: readonly string[];
}

/** Properties of a memory's node. */
export type StoredMemory = Omit<Memory, 'confidence' | 'promotions'> & { readonly decaysSince: Date };

/** Those that recording writes by itself. */
type KeptProperty =
  'usageCount' | 'archivedAt' | 'duplicateOf' | 'mergedInto' | 'mergedFrom' | 'decaysSince' | 'createdAt' | 'updatedAt';

/** Properties of a memory that a caller or a distillation gives. */
export type NewMemory = Omit<StoredMemory, KeptProperty> & {
  readonly namespace: string;
  readonly facets: readonly string[];
  readonly visibility: string;
  readonly titleHash: string;
  /** Session of the agent that recorded it; null where it did not say. */
  readonly recordedIn: string | null;
};

/** A turn of a session that a memory rests on. */
export interface SupportingTurn {
  readonly namespace: string;
  /** The session's id, '#' and the number. */
  readonly id: string;
  readonly sessionId: string;
  readonly number: number;
  readonly role: string;
  readonly text: string;
  readonly error: boolean;
  /** Of the session: a memory that is shared more widely does not take it along. */
  readonly visibility: string;
}

/** A memory to be recorded, with what decides whether it is a duplicate. */
export interface RecordRow {
  readonly namespace: string;
  readonly now: Date;
  readonly memory: NewMemory;
  readonly change: NewChange;
  readonly requestHash: string;
  readonly strict: boolean;
  readonly titleKey: string;
  readonly nearId: string | null;
  readonly pruneAt: Date;
  /** Which of the memories of one reply it is, from 1; null where nothing was distilled. */
  readonly numberInReply: number | null;
  readonly turns: readonly SupportingTurn[];
}

/** UNDONE: recorded before, and taken away by an undo since. */
export type WriteOutcome = 'CREATED' | 'EXISTS' | 'CONFLICT' | 'UNDONE';

/** Whether a memory was created, and which one it repeats. */
export interface RecordAnswer {
  readonly outcome: WriteOutcome;
  readonly duplicateOf: string | null;
  readonly initialConfidence: number;
}

export const recordMemories = writeStatement<
  { rows: readonly (RecordRow & { n: number })[] },
  RecordAnswer & { n: number }
>('memories/record-memories');

/** What a memory says from now on. */
export interface EditRow {
  readonly id: string;
  readonly memory: Pick<NewMemory, 'title' | 'text' | 'description' | 'content' | 'outcome' | 'tags' | 'titleHash'> & {
    readonly mergedInto: string | null;
  };
  /** But that of its visibility. */
  readonly facets: readonly string[];
}

interface In {
  readonly namespace: string;
}

export const editMemories = writeStatement<
  In & { now: Date; change: string; rows: readonly EditRow[] },
  { ref: string; textChanged: boolean }
>('memories/edit-memories');
export const hideMemories = writeStatement<In & { ids: readonly string[] }, { ref: string }>('memories/hide-memories');
export const reviveMemories = writeStatement<In & { refs: readonly string[] }, { ref: string }>(
  'memories/revive-memories',
);
/** A memory as far as it decides who may change it. */
export interface Sight {
  readonly ref: string;
  readonly seen: boolean;
  readonly undone: boolean;
  readonly scope: MemoryScope;
  readonly project: string;
  /** Id of the memory it was merged into. */
  readonly mergedInto: string | null;
}

/** One of two memories that are about to be one. */
export interface MergeEnd {
  readonly id: string;
  readonly says: Pick<NewMemory, 'title' | 'description' | 'content' | 'outcome' | 'tags'>;
  readonly visibility: string;
  readonly scope: MemoryScope;
  readonly project: string;
  readonly into: string | null;
  readonly change: string | null;
}

export const findEnds = writeStatement<Viewer & { ids: readonly string[] }, MergeEnd>('memories/find-ends');
export const findStanding = readStatement<Viewer & { id: string }, { id: string }>('memories/find-standing');
export const listMerged = readStatement<In & { id: string }, { id: string }>('memories/list-merged');
export const listBrokenMerges = readStatement<In & { ids: readonly string[] }, { id: string; into: string }>(
  'memories/list-broken-merges',
);
export const listMergeHolds = readStatement<
  In & { refs: readonly string[]; without: readonly string[] },
  { ref: string; change: string }
>('memories/list-merge-holds');

export const listSight = readStatement<Viewer & { refs: readonly string[] }, Sight>('memories/list-sight');

export const lockMemories = writeStatement<
  { rows: readonly (Viewer & { memoryId: string; formerId: string | null; n: number })[] },
  { n: number; id: string; former: boolean }
>('memories/lock-memories');

/** Number of uses to add to a memory. */
export interface UseRow {
  readonly namespace: string;
  readonly id: string;
  readonly uses: number;
}

export const countUses = writeStatement<{ rows: readonly UseRow[] }, object>('memories/count-uses');

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

/** A memory to be moved to a wider scope. */
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

export const listSupportingTurns = readStatement<
  Viewer & { ids: readonly string[] },
  { id: string; turns: readonly SessionTurn[] }
>('memories/list-supporting-turns');

export const listTrustSamples = readStatement<{ namespace: string }, Sample>('memories/list-trust-samples');

export const listFromSessions = readStatement<
  { namespace: string; ids: readonly string[]; sessions: readonly string[] },
  { id: string }
>('memories/list-from-sessions');
