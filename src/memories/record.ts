import type { Caller } from '../common/caller.js';
import { hashOfParts } from '../common/hash.js';
import { redactText } from '../common/redact.js';
import { type CutSecret, cutSecrets } from '../common/redaction.model.js';
import { firstCharacters } from '../common/text.js';
import { newId } from '../common/seeded-time.js';
import type { Config } from '../config/config.js';
import { facetsOf, tagToken } from '../knowledge/facets.js';
import type { PreparedVectors } from '../search/embedding/embedding.service.js';
import { DECAY_PER_MS } from './confidence.js';
import { memoryKind } from './memories.kind.js';
import type { MemoryInput } from './memories.inputs.js';
import type { KeptMemory } from './memories.repository.js';
import type { NewMemory, RecordRow, SupportingTurn } from './memories.statements.js';
import { normalisedTitle, textOf } from './memories.text.js';
import { outcomeToken, visibilityOf } from './scopes.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';

// What is written of a memory, and what it is before it is read again.

/** Characters of a remark that its evidence keeps. */
const MAX_COMMENT = 500;

/** What a distilled memory has beside its text. */
export interface RecordOptions {
  /** Initial confidence, in [0,1]; MEMORY_INITIAL_EXPLICIT unless given. */
  readonly confidence?: number;
  /** Id of the Session (namespace, id) it was distilled from: keeps `sourceSession` and the edge DISTILLED_FROM. */
  readonly sourceSession?: string;
  /** Natural key of a repeated attempt, such as job and ordinal; recorded once, whatever the text of the repeat. */
  readonly key?: string;
  /** Which of the memories of one reply it is, from 1. */
  readonly numberInReply?: number;
  /** Turns of that session that it rests on. */
  readonly support?: readonly SupportingTurn[];
  /** Id of the change that records it, of one that records several; its own unless given. */
  readonly changeId?: string;
}

/** What is written of a memory that is recorded. Secrets are cut out here: nothing behind this sees them. */
export function recordRow(
  caller: Caller,
  input: MemoryInput,
  options: RecordOptions,
  now: Date,
  settings: Pick<Config, 'MEMORY_INITIAL_EXPLICIT' | 'MEMORY_PRUNE_THRESHOLD'>,
): RecordRow {
  const { namespace, project, team } = caller;
  const { scope, outcome, idempotencyKey } = input;
  const { confidence = settings.MEMORY_INITIAL_EXPLICIT, sourceSession = null, key, changeId } = options;
  const { numberInReply = null, support = [] } = options;
  const title = redactText(input.title.trim());
  const description = redactText(input.description.trim());
  const content = redactText(input.content.trim());
  const tags = [...new Set((input.tags ?? []).map((tag) => redactText(tag.trim())))];
  const visibility = visibilityOf(scope, caller);
  // Keys of one project do not meet those of another, nor those of distillation what callers choose.
  const natural = key === undefined ? idempotencyKey && ['given', project, team, idempotencyKey] : ['made', key];
  const id = `mem_${natural ? hashOfParts(natural).slice(0, 26) : newId(now.getTime())}`;
  const memory: NewMemory = {
    namespace,
    id,
    ref: `memory:${id}`,
    kind: memoryKind.name,
    title,
    text: textOf({ description, content }),
    facets: facetsOf({
      namespace,
      kind: memoryKind.name,
      tokens: [outcomeToken(outcome), ...tags.map(tagToken), visibility],
    }),
    trust: confidence,
    description,
    content,
    outcome,
    tags,
    scope,
    project,
    team,
    visibility,
    titleHash: hashOfParts([normalisedTitle(title)]),
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
    requestHash: hashOfParts([title, description, content, outcome, tags, scope]),
    strict: key === undefined,
    titleKey: `${visibility}:${memory.titleHash}`,
    nearId: null,
    pruneAt: pruneTime(confidence, now, settings.MEMORY_PRUNE_THRESHOLD),
    numberInReply,
    turns: support,
  };
}

/** What `recordRow` cuts out of a memory. */
export function redactionsOf({ title, description, content, tags = [] }: MemoryInput): CutSecret[] {
  const listed = tags.map((tag, index): [string, string] => [`tags.${index}`, tag]);
  return cutSecrets({ title, description, content, ...Object.fromEntries(listed) });
}

function pruneTime(confidence: number, since: Date, threshold: number): Date {
  return new Date(since.getTime() + Math.floor(Math.max(0, confidence - threshold) / DECAY_PER_MS));
}

/** A memory as it stands when it has been recorded. */
export function memoryOf({ memory, now }: RecordRow, duplicateOf: string | null): KeptMemory {
  const { ref, id, title, text, description, content, outcome, tags, scope, project, team, sourceSession } = memory;
  return {
    ref,
    id,
    kind: memoryKind.name,
    title,
    text,
    description,
    content,
    outcome,
    tags,
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

/** The id of the first row before one, in its scope, whose vector is so near. */
export function nearestBefore(
  rows: readonly RecordRow[],
  { rows: vectors }: PreparedVectors,
  n: number,
  least: number,
): string | undefined {
  const [own, vector] = [rows[n], vectors[n]?.vector];
  if (!own || !vector) return undefined;
  const before = rows.slice(0, n).findIndex((row, index) => {
    const other = vectors[index]?.vector;
    const sameScope = row.namespace === own.namespace && row.memory.visibility === own.memory.visibility;
    return sameScope && other && cosine(other, vector) >= least;
  });
  return rows[before]?.memory.id;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [product, left, right] = [0, 0, 0];
  a.forEach((value, index) => {
    const other = b[index] ?? 0;
    product += value * other;
    left += value * value;
    right += other * other;
  });
  return product / Math.sqrt(left * right);
}

export function shortened(comment: string | undefined): string | null {
  if (comment === undefined || comment.trim() === '') return null;
  return firstCharacters(redactText(comment), MAX_COMMENT);
}
