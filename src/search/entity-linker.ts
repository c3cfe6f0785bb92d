import { Injectable } from '@nestjs/common';
import { namesIn, normalizedName, possibleNames } from './entity-names.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { Aliases } from './aliases.service.js';
import { Populations } from './population.js';
import { SearchRepository } from './search.repository.js';
import type { EntityLinks } from './search.statements.js';

/** An entity is a hub if more than this number and more than this share of the documents mention it. */
const HUB = { documents: 30, share: 0.1 };
/** The documents of an entity with more than this are not read. */
const MOST_READ = 1_000;

/** Finds the entities that a question names. */
@Injectable()
export class EntityLinker {
  constructor(
    private readonly repository: SearchRepository,
    private readonly populations: Populations,
    private readonly registry: KnowledgeRegistry,
    private readonly aliases: Aliases,
  ) {}

  /** @returns undefined if the namespace contains no knowledge of kinds that mention entities */
  async link(namespace: string, question: string): Promise<EntityLinks | undefined> {
    const kinds = this.registry.mentioning();
    const documents = { namespace, kinds, minTrust: 0, updatedAfter: undefined, required: {} };
    const { matching } = await this.populations.of(documents, 1);
    if (matching === 0) return undefined;
    const names = possibleNames(question);
    const known = names.length === 0 ? [] : await this.repository.namedEntities(namespace, names);
    const linked = new Set(namesIn(question, new Set(known.map(({ name }) => name))));
    const entities = known.filter(({ name }) => linked.has(name));
    const most = Math.max(HUB.documents, HUB.share * matching);
    const hubs = entities.filter(({ documents }) => documents > most);
    return {
      documents: matching,
      named: entities
        .filter(({ documents }) => documents <= Math.min(MOST_READ, most))
        .map(({ id, documents }) => ({ id, idf: rarity(documents, matching) })),
      hubs: hubs.map(({ id }) => id),
      hubWords: new Set(hubs.flatMap(({ name }) => name.split(' '))),
    };
  }

  /** Replaces the id of a merged entity in the filter by the id of its target, at the time of the search. */
  async resolved<Filter extends { readonly entityId?: string | undefined }>(
    namespace: string,
    filter: Filter | undefined,
    asOf?: Date,
  ): Promise<Filter | undefined> {
    if (filter?.entityId === undefined) return filter;
    return { ...filter, entityId: await this.aliases.resolve(namespace, filter.entityId, asOf) };
  }
}

/** Rarity of an entity: idf(e) = ln(1 + N/df) / ln(1 + N), in (0,1]. */
function rarity(documents: number, all: number): number {
  return Math.log(1 + all / Math.max(1, documents)) / Math.log(1 + all);
}

/** Returns the terms of a question that are not words of a hub's name; all terms if none would be left. */
export function withoutHubs(terms: readonly string[], { hubWords }: EntityLinks): readonly string[] {
  const others = terms.filter(
    (term) =>
      !normalizedName(term)
        .split(' ')
        .every((word) => hubWords.has(word)),
  );
  return others.length > 0 ? others : terms;
}
