import { canonicalJson } from '../../common/json.js';
import { compare } from '../../common/text.js';
import type { ContentState } from '../../knowledge/kind.js';
import type { MergedPart, Merging } from '../../versions/undo.model.js';
import { edgeKey } from '../../entities/document.js';
import { merged } from '../../entities/proposal.js';
import { NODE_FIELDS, refOfRelation } from '../../entities/relation.js';
import type { StoredAlias } from './merging.statements.js';

// Computes refs and states of things after entities are merged. Pure functions.

type Json = Readonly<Record<string, unknown>>;

const METADATA = ['metadataType', 'metadata'];

/** A set of aliases, current or planned. */
export class Merged implements Merging {
  /** Aliases by id. */
  private readonly aliases: ReadonlyMap<string, StoredAlias>;
  /** Ids of the aliases of each entity. */
  private readonly namesOf = new Map<string, string[]>();

  constructor(private readonly all: readonly StoredAlias[]) {
    this.aliases = new Map(pointed(all).map((alias) => [alias.id, alias]));
    for (const { id, target } of this.aliases.values()) {
      this.namesOf.set(target, [...(this.namesOf.get(target) ?? []), id]);
    }
  }

  /** A copy with a further alias. */
  with(alias: StoredAlias): Merged {
    return new Merged([...this.all.filter(({ id }) => id !== alias.id), alias]);
  }

  /** Resolves an id to the entity it is an alias of, or to itself. */
  resolve(id: string): string {
    return this.aliases.get(id)?.target ?? id;
  }

  image(ref: string, state: ContentState): { readonly ref: string; readonly state: ContentState } | undefined {
    if (ref.startsWith('entity:')) return { ref: `entity:${this.resolve(idOf(ref))}`, state };
    if (ref.startsWith('piece:')) return { ref, state: this.ofPiece(state) };
    const { sourceId, targetId } = endsOf(state);
    const ends = { sourceId: this.resolve(sourceId), targetId: this.resolve(targetId) };
    if (ends.sourceId === sourceId && ends.targetId === targetId) return { ref, state };
    // A relation that a merge turns into a self-loop is dropped; one that was a self-loop before is kept.
    if (ends.sourceId === ends.targetId && sourceId !== targetId) return undefined;
    const image = { ...state, ...ends };
    return { ref: refOfRelation(keyOf(image)), state: image };
  }

  partsOf(ref: string, state: ContentState): readonly string[] {
    if (ref.startsWith('entity:')) return (this.namesOf.get(idOf(ref)) ?? []).map((id) => `entity:${id}`);
    if (ref.startsWith('piece:')) return [];
    return this.partKeys(state).map(refOfRelation);
  }

  /** Keys of relations that may have been merged into the given one. */
  partKeys(state: ContentState): string[] {
    const { sourceId, targetId } = endsOf(state);
    const called = (id: string) => [id, ...(this.namesOf.get(id) ?? [])];
    const own = keyOf(state);
    return called(sourceId)
      .flatMap((source) => called(targetId).map((target) => keyOf({ ...state, sourceId: source, targetId: target })))
      .filter((key) => key !== own);
  }

  mergeOf(ref: string, state: ContentState): string {
    const ids = ref.startsWith('entity:')
      ? [idOf(ref)]
      : ref.startsWith('piece:')
        ? namedBy(state)
        : Object.values(endsOf(state));
    return ids.flatMap((id) => this.aliases.get(id)?.merge ?? [])[0] ?? '';
  }

  beneath(ref: string, [part]: readonly MergedPart[]): ContentState | undefined {
    return ref.startsWith('relation:') ? part?.state : undefined;
  }

  joined(
    ref: string,
    own: ContentState | undefined,
    parts: readonly MergedPart[],
    setterOf: (field: string) => string | null | undefined,
  ): ContentState | undefined {
    if (!ref.startsWith('entity:')) return own;
    // Values that were set after a merge apply to both entities, so the values of the merged parts are not added to
    // them.
    const isOpen = (record: readonly string[], merge: string) => {
      const json = record.at(-1) ?? '';
      const setter = setterOf(json);
      return setter === undefined ? (own?.[json] ?? null) === null : (setter ?? '') < merge;
    };
    return parts.reduce<ContentState | undefined>((state, { state: part, merge }) => {
      const records = [NODE_FIELDS, METADATA].filter((record) => isOpen(record, merge));
      return records.length === 0 && state ? state : withRecords(state ?? {}, part, records);
    }, own);
  }

  private ofPiece(state: ContentState): ContentState {
    const { entityId, mentioned } = state;
    const given = Array.isArray(mentioned) ? (mentioned as readonly string[]) : [];
    return {
      ...state,
      ...(typeof entityId === 'string' && { entityId: this.resolve(entityId) }),
      ...(given.some((id) => this.aliases.has(id)) && { mentioned: this.distinct(given) }),
    };
  }

  private distinct(ids: readonly string[]): string[] {
    return [...new Set(ids.map((id) => this.resolve(id)))].sort(compare);
  }
}

/**
 * The records of an entity, completed by fields of another entity. If both have a field, the entity's own value is
 * kept.
 */
export function joinedRecords(own: ContentState, part: ContentState): ContentState {
  return withRecords(own, part, [NODE_FIELDS, METADATA]);
}

function withRecords(own: ContentState, part: ContentState, records: readonly (readonly string[])[]): ContentState {
  const state: Record<string, unknown> = { ...own };
  for (const record of records) {
    const json = record.at(-1) ?? '';
    const [before, added] = [own[json], part[json]];
    if (typeof added !== 'string') continue;
    if (typeof before !== 'string') {
      for (const field of record) state[field] = part[field] ?? null;
      continue;
    }
    state[json] = canonicalJson(merged(JSON.parse(before) as Json, JSON.parse(added) as Json));
    if (record.includes('label')) state['label'] = own['label'] ?? part['label'] ?? null;
  }
  return state;
}

/** The aliases, with targets that are resolved through further aliases. */
function pointed(aliases: readonly StoredAlias[]): StoredAlias[] {
  const into = new Map(aliases.map((alias) => [alias.id, alias.into]));
  const end = (id: string, seen: ReadonlySet<string> = new Set()): string => {
    const next = into.get(id);
    return next === undefined || seen.has(id) ? id : end(next, new Set([...seen, id]));
  };
  return aliases.map((alias) => ({ ...alias, target: end(alias.into) }));
}

function idOf(ref: string): string {
  return ref.slice('entity:'.length);
}

function endsOf(state: ContentState): { readonly sourceId: string; readonly targetId: string } {
  const { sourceId, targetId } = state as Record<'sourceId' | 'targetId', string>;
  return { sourceId, targetId };
}

function namedBy({ entityId, mentioned }: ContentState): string[] {
  const ids = [entityId, ...(Array.isArray(mentioned) ? (mentioned as unknown[]) : [])];
  return ids.filter((id) => typeof id === 'string');
}

/** The fields of a relation that its key contains. */
export function endsOfKey(key: string): ContentState {
  const [sourceId, type, targetId, pieceId, validFrom] = key.split('\n');
  return { sourceId, type, targetId, pieceId: pieceId || null, validFrom: validFrom ?? null };
}

/** Key of a relation with this state. */
export function keyOf(state: ContentState): string {
  const { sourceId, targetId, type, pieceId, validFrom } = state as Record<'sourceId' | 'targetId' | 'type', string> & {
    readonly pieceId: string | null;
    readonly validFrom: string | Date | null | undefined;
  };
  const from = validFrom === null || validFrom === undefined ? null : new Date(validFrom);
  return edgeKey({ sourceId, targetId, type, pieceId, validity: { from, to: null } });
}
