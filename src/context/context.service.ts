import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { type Caller, isOfGroup } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { DatabaseReadOnlyError } from '../common/errors.js';
import { redactText } from '../common/redact.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import type { SectionWriter } from '../knowledge/section.js';
import type { SearchHit, SearchResult } from '../search/search.model.js';
import { SearchService } from '../search/search.service.js';
import { assemble } from './budget.js';
import type { ContextInput } from './context.inputs.js';
import type { ContextReceipt, PromptContext } from './context.model.js';
import { ContextRepository } from './context.repository.js';

@Injectable()
export class ContextService {
  constructor(
    private readonly search: SearchService,
    private readonly contexts: ContextRepository,
    private readonly registry: KnowledgeRegistry,
    private readonly clock: Clock,
    private readonly tokens: TokenCounter,
  ) {}

  /**
   * Searches, writes what was found into one text of at most `maxTokens`, and keeps a receipt of it. Between two writes
   * the same input gives the same text.
   *
   * A hit comes with what it needs beside itself where both fit, alone where only that fits, and is passed over, counted
   * in `omitted`, where it does not fit alone; smaller hits after it still get their turn.
   *
   * @throws LimitExceededError when the tokens of what was found take too long to count
   * @throws DatabaseUnavailableError also when only the receipt cannot be written, unless the database is read-only
   */
  async context(caller: Caller, input: ContextInput): Promise<PromptContext> {
    const { query, kinds, first, minTrust, maxTokens, domain } = input;
    const required = Object.fromEntries(
      this.registry.kinds().flatMap((kind) => (kind.requiredFor ? [[kind.name, kind.requiredFor(input)]] : [])),
    );
    const filter = { minTrust, domain };
    const { hits, degraded } = await this.search.search(caller, { query, kinds, first, filter, required });
    const found = hits.filter(({ kind, explain }) => explain.trust >= this.leastTrust(kind));
    const write = await this.writer(caller, found, input);
    const { text, sections, tokens, taken } = await assemble(found.length, maxTokens, write, (part) =>
      this.tokens.count(part),
    );
    const given = taken.flatMap((index) => found[index] ?? []);
    for (const name of this.registry.names()) {
      const own = given.filter(({ kind }) => kind === name);
      if (own.length > 0) this.registry.source(name).section.given?.(caller, own);
    }
    return {
      receiptId: await this.record(caller, input, text, given, degraded),
      text,
      sections,
      hits: given,
      omitted: found.length - given.length,
      tokensUsed: tokens,
      degraded,
    };
  }

  private leastTrust(kind: KnowledgeKind): number {
    return this.registry.source(kind).section.leastTrust ?? 0;
  }

  /** @returns the writers of all kinds as one */
  private async writer(caller: Caller, hits: readonly SearchHit[], input: ContextInput): Promise<SectionWriter> {
    const asked = (kind: KnowledgeKind) => !input.kinds?.length || input.kinds.includes(kind);
    const writers = await Promise.all(
      this.registry.names().map(async (name) => {
        const { section } = this.registry.source(name);
        const places = hits.flatMap((hit, index) => (hit.kind === name ? [index] : []));
        const standsAlone = asked(name) && (section.standsAlone?.(input) ?? false);
        if (places.length === 0 && !standsAlone) return () => [];
        const ownIndex = new Map(places.map((place, own): [number, number] => [place, own]));
        const own = (indexes: Iterable<number>) => [...indexes].flatMap((index) => ownIndex.get(index) ?? []);
        const write = await section.prepare(
          caller,
          places.flatMap((place) => hits[place] ?? []),
          input,
        );
        return (taken: readonly number[], bare: ReadonlySet<number>) => {
          const ownTaken = own(taken);
          return ownTaken.length === 0 && !standsAlone ? [] : write(ownTaken, new Set(own(bare)));
        };
      }),
    );
    return (taken, bare) => writers.flatMap((write) => write(taken, bare));
  }

  /**
   * What a context or planning prompt gave. Its text is given to callers of the team and project that asked, who may see
   * whatever these saw, and to who sees all it quotes; without it the receipt is `hidden`.
   *
   * @returns undefined when the namespace has no such receipt
   */
  async receipt(caller: Caller, id: string): Promise<ContextReceipt | undefined> {
    const found = await this.contexts.findReceipt(caller.namespace, id);
    if (!found) return undefined;
    const { team, project, groupOnly, ...receipt } = found;
    const isShown =
      isOfGroup(caller, { team, project }) || (!groupOnly && (await this.registry.seesAll(caller, receipt.items)));
    return isShown ? { ...receipt, hidden: false } : { ...receipt, query: '', text: '', hidden: true };
  }

  /** @returns the receipt's id; null when the database is read-only */
  private async record(
    { namespace, team, project, agent }: Caller,
    { query, entityId }: ContextInput,
    text: string,
    hits: readonly SearchHit[],
    degraded: SearchResult['degraded'],
  ): Promise<string | null> {
    const at = this.clock.now();
    const id = ulid(at.getTime());
    try {
      await this.contexts.recordReceipt({
        namespace,
        id,
        query: redactText(query),
        agent,
        team,
        project,
        // With an entity the text quotes its pieces, profile and relations.
        groupOnly: entityId !== undefined,
        at,
        text,
        refs: hits.map((hit) => hit.ref),
        kinds: hits.map((hit) => hit.kind),
        ids: hits.map((hit) => hit.id),
        scores: hits.map((hit) => hit.score),
        trusts: hits.map((hit) => hit.explain.trust),
        degraded,
      });
      return id;
    } catch (error) {
      if (error instanceof DatabaseReadOnlyError) return null;
      throw error;
    }
  }
}
