import { Injectable } from '@nestjs/common';
import { type Caller, NOTHING_WITHHELD } from '../../common/caller.js';
import { compare } from '../../common/text.js';
import { inChunks } from '../../graph/chunks.js';
import { GraphService } from '../../graph/graph.service.js';
import { Aliases } from '../../search/aliases.service.js';
import { isName, MAX_NAME_WORDS, normalizedName } from '../../search/entity-names.js';
import { SearchService } from '../../search/search.service.js';
import type { DocumentReply, KnownEntity } from '../../entities/ingest.prompt.js';
import { piecesSeenBy } from '../../entities/facets.js';
import { pieceKind } from '../../entities/entities.kind.js';
import type { Piece } from '../../entities/entities.model.js';
import { EntitiesRepository } from '../../entities/entities.repository.js';
import { findAlikeEntities } from '../../entities/entities.statements.js';
import { madeId, proposedEntities, resolvedIds } from './known.js';

/** Maximum words of a text that are searched for names. */
const MOST_WORDS = 5_000;
const SHOWN = { entities: 20, pieces: 10 };

/** Stored entities and pieces that a text is likely to concern. */
export interface Touched {
  readonly entities: readonly KnownEntity[];
  readonly pieces: readonly Piece[];
}

/** Finds stored entities and pieces that a text concerns, and resolves the ids in the reply of the LLM. */
@Injectable()
export class TouchedService {
  constructor(
    private readonly graph: GraphService,
    private readonly repository: EntitiesRepository,
    private readonly search: SearchService,
    private readonly aliases: Aliases,
  ) {}

  /**
   * Returns up to 10 pieces nearest to the text, among those of its owner and those without an owner; and up to 20 entities:
   * the owner of the text, the owners of these pieces, and entities named in the text.
   */
  async touchedBy(caller: Caller, text: string, entityId: string | undefined): Promise<Touched> {
    const { namespace } = caller;
    const [{ hits }, named] = await Promise.all([
      this.search.search(
        { ...caller, withheld: NOTHING_WITHHELD },
        {
          query: text,
          kinds: [pieceKind.name],
          required: { [pieceKind.name]: [piecesSeenBy(entityId)] },
          first: SHOWN.pieces,
        },
      ),
      this.alike(namespace, namesIn(text)),
    ]);
    const pieces = hits.map(({ knowledge }) => knowledge as Piece).filter(({ citation }) => citation === null);
    const owners = [entityId, ...pieces.map(({ entityId: owner }) => owner)].flatMap((id) => id ?? []);
    const stored = await this.stored(namespace, owners);
    // Entities with longer names come first, because a match of more words is more reliable.
    const byName = [...named].sort(([a], [b]) => b.split(' ').length - a.split(' ').length || compare(a, b));
    const entities = new Map([...stored, ...byName.flatMap(([, found]) => found.map((one) => [one.id, one] as const))]);
    return { entities: [...entities.values()].slice(0, SHOWN.entities), pieces };
  }

  /** Resolves the ids of a reply: to stored entities by type and name or alias, otherwise to ids made by the service. */
  async resolve(
    namespace: string,
    reply: DocumentReply,
    { entities }: Touched,
    entityId: string | undefined,
  ): Promise<ReadonlyMap<string, string>> {
    const proposed = proposedEntities(reply);
    const ids = proposed.flatMap((entity) => [entity.id, madeId(entity)]);
    const [named, stored, aliases] = await Promise.all([
      this.alike(namespace, [...new Set(proposed.map(({ name }) => name))]),
      this.stored(namespace, ids),
      this.aliases.targetsOf(namespace, ids),
    ]);
    const shown = new Set([...entities.map(({ id }) => id), ...(entityId === undefined ? [] : [entityId])]);
    const open = proposed.filter(({ id }) => !aliases.has(id));
    const resolved = resolvedIds(open, named, stored, shown);
    for (const { id } of proposed) {
      const target = aliases.get(id);
      if (target !== undefined) resolved.set(id, target);
    }
    return resolved;
  }

  private async alike(
    namespace: string,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, readonly KnownEntity[]>> {
    const rows = await inChunks(names, (chunk) => this.graph.run(findAlikeEntities, { namespace, names: chunk }));
    const found = new Map<string, KnownEntity[]>();
    for (const { name, ...entity } of rows) found.set(name, [...(found.get(name) ?? []), entity]);
    return found;
  }

  private async stored(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, KnownEntity>> {
    const found = await this.repository.findEntities(namespace, [...new Set(ids)]);
    return new Map([...found].map(([id, { type, label }]) => [id, { id, type, label }]));
  }
}

/** All runs of up to six words that may be names. */
function namesIn(text: string): string[] {
  const words = normalizedName(text).split(' ', MOST_WORDS).filter(Boolean);
  const names = words.flatMap((_, start) =>
    Array.from({ length: Math.min(MAX_NAME_WORDS, words.length - start) }, (_, n) =>
      words.slice(start, start + n + 1).join(' '),
    ),
  );
  return [...new Set(names)].filter(isName);
}
