import type { Caller } from '../common/caller.js';
import { hashOfParts } from '../common/hash.js';
import { timeOfMadeKey } from '../common/idempotency.js';
import { firstCharacters } from '../common/text.js';
import { newId } from '../common/seeded-time.js';
import type { Config } from '../config/config.js';
import { facetsOf } from '../knowledge/facets.js';
import { DECAY_PER_MS } from './confidence.js';
import { cleanContent, contentOf, derivedFrom, tokensOf } from './content.js';
import { memoryKind } from './memories.kind.js';
import type { MemoryInput } from './memories.inputs.js';
import type { KeptMemory } from './memories.repository.js';
import { CONTENT_FIELDS, type SupportingTurn } from './memories.model.js';
import type { NewMemory, RecordRow } from './memories.statements.js';
import { visibilityOf } from './scopes.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';

// This file builds the rows that are written when a memory is recorded, and the model returned without reading it
// back.

/** Maximum number of characters of a comment that is kept with its evidence. */
const MAX_COMMENT = 500;

/** Additional data of a distilled memory. */
export interface RecordOptions {
  /** Initial confidence, in [0,1], default MEMORY_INITIAL_EXPLICIT. */
  readonly confidence?: number;
  /** Id of the session it was distilled from; stored as `sourceSession` and as the edge DISTILLED_FROM. */
  readonly sourceSession?: string;
  /**
   * Natural key, such as job and ordinal. A repeat with the same key returns the first memory, even if its text
   * differs.
   */
  readonly key?: string;
  /** Position of the memory in the LLM's reply, counted from 1. */
  readonly numberInReply?: number;
  /** Turns of the session that support the memory. */
  readonly support?: readonly SupportingTurn[];
  /** Id of the change that records several memories together; by default each memory has its own. */
  readonly changeId?: string;
}

/** Builds the row of a memory to be recorded. */
export function recordRow(
  caller: Caller,
  input: MemoryInput,
  options: RecordOptions,
  now: Date,
  settings: Pick<Config, 'MEMORY_INITIAL_EXPLICIT' | 'MEMORY_PRUNE_THRESHOLD'>,
): RecordRow {
  const { namespace, project, team } = caller;
  const { scope, idempotencyKey, supersedes = null } = input;
  const { confidence = settings.MEMORY_INITIAL_EXPLICIT, sourceSession = null, key, changeId } = options;
  const { numberInReply = null, support = [] } = options;
  const content = cleanContent({ ...input, tags: input.tags ?? [] });
  const derived = derivedFrom(content);
  const visibility = visibilityOf(scope, caller);
  // The prefix prevents collisions between keys of different projects, and between keys of the distillation and of
  // callers.
  const natural = key === undefined ? idempotencyKey && ['given', project, team, idempotencyKey] : ['made', key];
  const id = `mem_${natural ? idOf(natural) : newId(now.getTime())}`;
  const memory: NewMemory = {
    namespace,
    id,
    ref: `memory:${id}`,
    kind: memoryKind.name,
    ...content,
    ...derived,
    facets: facetsOf({
      namespace,
      kind: memoryKind.name,
      tokens: [...tokensOf(content), visibility],
      text: `${content.title}\n${derived.text}`,
    }),
    trust: confidence,
    scope,
    project,
    team,
    visibility,
    supersedes,
    sourceSession,
    recordedIn: caller.session ?? null,
  };
  const door = sourceSession === null ? ChangeDoor.RECORD_MEMORY : ChangeDoor.DISTIL_SESSION;
  const change = newChange(caller, door, now);
  return {
    namespace,
    now,
    memory,
    change: changeId === undefined ? change : { ...change, id: changeId },
    requestHash: hashOfParts([
      ...CONTENT_FIELDS.map((field) => content[field]),
      scope,
      ...(supersedes === null ? [] : [supersedes]),
    ]),
    strict: key === undefined,
    titleKey: `${visibility}:${memory.titleHash}`,
    pruneAt: pruneTime(confidence, now, settings.MEMORY_PRUNE_THRESHOLD),
    numberInReply,
    turns: support,
  };
}

/** @param natural parts of the natural key; if the last one is a key that the service made, the id begins with its time */
function idOf(natural: readonly string[]): string {
  const hash = hashOfParts(natural);
  const time = timeOfMadeKey(natural.at(-1) ?? '');
  return (time === undefined ? hash : `${time}${hash.toUpperCase()}`).slice(0, 26);
}

function pruneTime(confidence: number, since: Date, threshold: number): Date {
  return new Date(since.getTime() + Math.floor(Math.max(0, confidence - threshold) / DECAY_PER_MS));
}

/** The memory as it is stored immediately after recording. */
export function memoryOf({ memory, now }: RecordRow, duplicateOf: string | null): KeptMemory {
  const { ref, id, text, scope, project, team, sourceSession } = memory;
  return {
    ref,
    id,
    kind: memoryKind.name,
    ...contentOf(memory),
    text,
    scope,
    project,
    team,
    sourceSession,
    kept: { trust: memory.trust, since: now },
    usageCount: 0,
    archivedAt: null,
    duplicateOf,
    mergedInto: null,
    mergedFrom: [],
    promotions: [],
    createdAt: now,
    updatedAt: now,
  };
}

export function shortened(comment: string | undefined): string | null {
  if (comment === undefined || comment.trim() === '') return null;
  return firstCharacters(comment, MAX_COMMENT);
}
