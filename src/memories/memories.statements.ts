import type { Voice } from '../common/caller.js';
import type { Sample, Sampled } from '../evidence/calibration.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { NewChange } from '../versions/change.model.js';
import type { Memory, MemoryContent, MemoryScope, Promotion, SessionTurn, SupportingTurn } from './memories.model.js';

/** A caller, described by the namespace and the visibility facets that the caller may see in it. */
export interface Viewer {
  readonly namespace: string;
  /** Visibility facets. A memory is visible to the caller if it has one of them. */
  readonly visible: readonly string[];
}

/** Properties of a memory's node. */
export type StoredMemory = Omit<Memory, 'confidence' | 'promotions'> & { readonly decaysSince: Date };

/** Properties that are set by the statement that records a memory, not by its parameters. */
type KeptProperty =
  'usageCount' | 'archivedAt' | 'duplicateOf' | 'mergedInto' | 'mergedFrom' | 'decaysSince' | 'createdAt' | 'updatedAt';

/** Properties of a memory that the caller or the distillation sets. */
export type NewMemory = Omit<StoredMemory, KeptProperty> & {
  readonly namespace: string;
  readonly facets: readonly string[];
  readonly visibility: string;
  readonly titleHash: string;
  /** Equal for memories with the same outcome and content. */
  readonly duplicateGroup: string;
  /** Id of the memory that it replaces; null if it replaces none. */
  readonly supersedes: string | null;
  /** Session of the agent that recorded it; null if unknown. */
  readonly recordedIn: string | null;
};

/** A memory to be recorded, with the data by which duplicates are found. */
export interface RecordRow {
  readonly namespace: string;
  readonly now: Date;
  readonly memory: NewMemory;
  readonly change: NewChange;
  readonly requestHash: string;
  readonly strict: boolean;
  readonly titleKey: string;
  readonly pruneAt: Date;
  /** Position of the memory in the LLM's reply, counted from 1; null if it was not distilled. */
  readonly numberInReply: number | null;
  readonly turns: readonly SupportingTurn[];
}

/** UNDONE means that the memory was recorded before, and that an undo has removed it since. */
export type WriteOutcome = 'CREATED' | 'EXISTS' | 'CONFLICT' | 'UNDONE';

/** Whether the memory was created, and the ids of earlier memories of its scope. */
export interface RecordAnswer {
  readonly outcome: WriteOutcome;
  /** The first one with the same outcome and content. */
  readonly duplicateOf: string | null;
  /** The newest one with the same title and another outcome or content. */
  readonly sameTitle: string | null;
  readonly initialConfidence: number;
}

export const recordMemories = writeStatement<
  { rows: readonly (RecordRow & { n: number })[] },
  RecordAnswer & { n: number }
>('memories/record-memories');

/** New content of a memory. */
export interface EditRow {
  readonly id: string;
  readonly memory: MemoryContent &
    Pick<NewMemory, 'text' | 'titleHash' | 'duplicateGroup'> & { readonly mergedInto: string | null };
  /** All facets except that of the visibility. */
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
/** The properties of a memory that decide who may change it. */
export interface Sight {
  readonly ref: string;
  readonly seen: boolean;
  readonly undone: boolean;
  readonly scope: MemoryScope;
  readonly project: string;
  /** Id of the memory it was merged into. */
  readonly mergedInto: string | null;
}

/** One of the two memories in a merge. */
export interface MergeEnd {
  readonly id: string;
  readonly says: MemoryContent;
  readonly visibility: string;
  readonly scope: MemoryScope;
  readonly project: string;
  readonly into: string | null;
  readonly change: string | null;
}

export const findEnds = writeStatement<Viewer & { ids: readonly string[] }, MergeEnd>('memories/find-ends');
/** The newest other memory of the scope with the same title and other content. */
export interface SameTitle {
  readonly id: string;
  readonly otherId: string;
  readonly isNewer: boolean;
}

export const listSameTitles = readStatement<In & { ids: readonly string[] }, SameTitle>('memories/list-same-titles');
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

/** A new signal of a voice, and since when its earlier signal is replaced. */
interface ReplacingSignal extends Pick<Voice, 'agent' | 'session'> {
  readonly n: number;
  readonly namespace: string;
  readonly ref: string;
  readonly id: string;
  readonly kind: string;
  /** The agent is the voice, in whatever session. */
  readonly anySession: boolean;
  readonly since: Date;
}

export const listReplacedSignals = readStatement<
  { rows: readonly ReplacingSignal[] },
  { n: number; ids: readonly string[] }
>('memories/list-replaced-signals');

/** Number of uses to add to a memory. */
export interface UseRow {
  readonly namespace: string;
  readonly id: string;
  readonly uses: number;
}

export const countUses = writeStatement<{ rows: readonly UseRow[] }, object>('memories/count-uses');

export const findMemories = readStatement<
  Viewer & { ids: readonly string[]; withUndone: boolean },
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

export const restoreMemory = writeStatement<Viewer & { id: string; now: Date }, { restored: boolean }>(
  'memories/restore-memory',
);

export const archiveFallen = writeStatement<{ now: Date; limit: number }, { archived: number }>(
  'memories/archive-fallen',
);

/** With `archivedBefore`, the memory is deleted only if it was archived before this time. */
export const deleteMemory = writeStatement<Viewer & { id: string; archivedBefore: Date | null }, { id: string }>(
  'memories/delete-memory',
);

export interface ForgettableMemory {
  readonly namespace: string;
  readonly id: string;
  readonly visibility: string;
  readonly archivedAt: Date;
}

export const listForgettable = readStatement<
  { before: Date; after: Pick<ForgettableMemory, 'archivedAt' | 'id'>; limit: number },
  ForgettableMemory
>('memories/list-forgettable');

export const listSupportingTurns = readStatement<
  Viewer & { ids: readonly string[] },
  { id: string; turns: readonly SessionTurn[] }
>('memories/list-supporting-turns');

export const listTrustSamples = readStatement<Sampled, Sample>('memories/list-trust-samples');

export const listFromSessions = readStatement<
  { namespace: string; ids: readonly string[]; sessions: readonly string[] },
  { id: string }
>('memories/list-from-sessions');
