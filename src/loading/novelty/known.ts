import { hashOf } from '../../common/hash.js';
import { compare } from '../../common/text.js';
import { normalizedName } from '../../search/entity-names.js';
import { GLOBAL, LIMITS } from '../../entities/document.js';
import { entityName, typeOfId } from '../../mentions/entity-name.js';
import type { DocumentReply, KnownEntity } from '../../entities/ingest.prompt.js';

// Maps the entities in the reply of an LLM to stored ones. Ids proposed by the LLM are never used as keys. Pure functions.

/** An entity in a reply. */
export interface Proposed {
  readonly id: string;
  /** Null if neither the reply nor the id contains a type. */
  readonly type: string | null;
  /** Normalised name. */
  readonly name: string;
  /** True if the reply gives the entity a label. */
  readonly isLabelled: boolean;
}

/** All entities in a reply, without duplicates, ordered by id. */
export function proposedEntities({ metadata, pieces, graph }: DocumentReply): Proposed[] {
  const labels = new Map((graph?.nodes ?? []).map(({ node_id, label }) => [node_id, label?.trim() ? label : null]));
  const types = new Map<string, string>([
    ...Object.entries(metadata ?? {}).map(([id, { entity_type }]): [string, string] => [id, entity_type]),
    ...(graph?.nodes ?? []).map(({ node_id, node_type }): [string, string] => [node_id, node_type]),
  ]);
  const ids = new Set([
    ...types.keys(),
    ...pieces.flatMap(({ entity_id, mentions }) => [...(entity_id ? [entity_id] : []), ...(mentions ?? [])]),
    ...(graph?.edges ?? []).flatMap(({ source_id, target_id }) => [source_id, target_id]),
  ]);
  return [...ids].sort(compare).map((id) => {
    const label = labels.get(id) ?? null;
    const type = types.get(id) ?? (id.includes(':') ? typeOfId(id) : null);
    return { id, type, name: entityName(id, label), isLabelled: label !== null };
  });
}

/** The id that the service builds from a type and a name. */
export function madeId({ type, name }: Pick<Proposed, 'type' | 'name'>): string {
  const made = type === null ? slug(name) : `${slug(normalizedName(type) || type)}:${slug(name)}`;
  return made.length <= LIMITS.id ? made : `entity-${hashOf([type, name])}`;
}

/** An alternative id, if another entity already has the one from {@link madeId}. */
function otherId(proposed: Pick<Proposed, 'type' | 'name'>): string {
  const { type, name } = proposed;
  const hash = hashOf([type, name]);
  return `${madeId(proposed).slice(0, LIMITS.id - hash.length - 1)}-${hash}`;
}

/**
 * Maps the ids of a reply to ids to use instead; ids that are kept are left out.
 *
 * @param named stored entities by their normalised names, and by those of entities merged into them
 * @param stored stored entities by id, for the ids of the reply and those made by `madeId`
 * @param shown ids that the LLM was shown, or that the caller gave; they are kept
 */
export function resolvedIds(
  proposed: readonly Proposed[],
  named: ReadonlyMap<string, readonly KnownEntity[]>,
  stored: ReadonlyMap<string, KnownEntity>,
  shown: ReadonlySet<string>,
): Map<string, string> {
  const pairs = proposed.map((entity): [string, string] => {
    const { id, type, name, isLabelled } = entity;
    if (id === GLOBAL || shown.has(id)) return [id, id];
    const alike = (named.get(name) ?? []).filter((known) => type === null || isType(known.type, type));
    const itself = stored.get(id);
    if (alike.some((known) => known.id === id)) return [id, id];
    if (itself && !isLabelled && (type === null || isType(itself.type, type))) return [id, id];
    const [one, another] = alike;
    if (one && !another) return [id, one.id];
    // If several stored entities have the name, it is uncertain which one is meant, so a new entity is created.
    const made = madeId(entity);
    return [id, stored.has(made) || another ? otherId(entity) : made];
  });
  return new Map(pairs.filter(([id, target]) => id !== target));
}

function isType(a: string, b: string): boolean {
  return normalizedName(a) === normalizedName(b);
}

function slug(name: string): string {
  return name.replaceAll(' ', '-');
}
