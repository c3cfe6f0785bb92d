import { Injectable } from '@nestjs/common';
import { type Caller, inSession } from '../common/caller.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { NOTHING_RELEVANT } from '../common/prompt-grammar.js';
import { oneLine } from '../common/text.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import type { StoredReceipt } from '../knowledge/receipts.statements.js';
import { type Excluded, type Manner, type SectionWriter, WHOLE } from '../knowledge/section.js';
import type { SearchHit } from '../search/search.model.js';
import { Aliases } from '../search/aliases.service.js';
import { Exclusion } from '../search/exclusion.service.js';
import { type FoundKnowledge, SearchService } from '../search/search.service.js';
import type { DrawnTrial } from '../trials/trials.model.js';
import { TrialsService } from '../trials/trials.service.js';
import { assemble, fitting } from './budget.js';
import type { ContextInput, ReceiptsArgs } from './context.inputs.js';
import { freeLabel } from './marks.js';
import { type ContextReceipt, CreditState, type PromptContext } from './context.model.js';

/** A context that has no receipt yet, and the trials that it takes part in. */
export type ComposedContext = Omit<PromptContext, 'receiptId'> & { readonly trials: readonly DrawnTrial[] };

/** Builds prompt contexts from search hits and keeps their receipts. */
@Injectable()
export class ContextService {
  constructor(
    private readonly search: SearchService,
    private readonly receipts: ReceiptsService,
    private readonly registry: KnowledgeRegistry,
    private readonly tokens: TokenCounter,
    private readonly exclusion: Exclusion,
    private readonly aliases: Aliases,
    private readonly trials: TrialsService,
  ) {}

  /**
   * Searches, writes the hits into one text of at most `maxTokens`, and stores a receipt of it. Unless data changes,
   * the same input gives the same text.
   *
   * If even the best hit matches less than `minMatch`, no hit is included: hits that are merely nearest would mislead.
   * Otherwise the others are included from half of it on, and those that links to better hits brought, since linked facts
   * match little on their own. Equal texts are included once. {@link assemble} says what has room.
   *
   * @throws BadUserInputError when nothing was known yet at `asOf`
   * @throws LimitExceededError when counting the tokens of the hits takes too long
   * @throws DatabaseUnavailableError even if only the receipt cannot be written, unless the database is read-only
   */
  async context(from: Caller, asked: ContextInput): Promise<PromptContext> {
    const { trials, ...composed } = await this.compose(from, asked);
    return { ...composed, receiptId: await this.give(from, asked, { trials, ...composed }) };
  }

  /**
   * Stores the receipt of a context that is given.
   *
   * @param text what the agent reads; default the text of the context
   * @returns id of the receipt; null when the database is read-only
   */
  async give(
    from: Caller,
    { query, session, exclude }: Pick<ContextInput, 'query' | 'session' | 'exclude'>,
    { hits, degraded, trials, ...composed }: ComposedContext,
    text = composed.text,
  ): Promise<string | null> {
    const caller = inSession(from, session);
    for (const name of this.registry.names()) {
      const own = hits.filter(({ kind }) => kind === name);
      if (own.length > 0) this.registry.source(name).section.given?.(caller, own);
    }
    return this.receipts.give(caller, { query, text, hits, degraded, exclude, trials });
  }

  /** Makes a context like {@link context}, without a receipt. */
  async compose(from: Caller, asked: ContextInput): Promise<ComposedContext> {
    const { answer, trials } = await this.trials.giving(
      inSession(from, asked.session),
      (caller) => this.composeFor(caller, asked),
      ({ hits }) => hits.map(({ ref }) => ref),
    );
    return { ...answer, trials };
  }

  private async composeFor(caller: Caller, asked: ContextInput): Promise<Omit<ComposedContext, 'trials'>> {
    const { entityId } = asked;
    // The given entity id may belong to an entity that was merged into another.
    const input =
      entityId === undefined
        ? asked
        : { ...asked, entityId: await this.aliases.resolve(caller.namespace, entityId, asked.asOf) };
    const { query, first, maxTokens } = input;
    const required = Object.fromEntries(
      this.registry.kinds().flatMap((kind) => (kind.requiredFor ? [[kind.name, kind.requiredFor(input)]] : [])),
    );
    const { hits, degraded, leastMatch, excluded } = await this.find(caller, input, required);
    const trusted = hits.filter(({ kind, explain }) => explain.trust >= this.leastTrust(kind)).slice(0, first);
    const minMatch = input.minMatch ?? leastMatch;
    const nothingRelevant = minMatch > 0 && query.trim() !== '' && !trusted.some(({ match = 0 }) => match >= minMatch);
    const found = nothingRelevant
      ? []
      : this.printedOnce(trusted.filter((hit) => hit.match === undefined || answers(hit, minMatch)));
    const write = await this.writer(caller, found, input, excluded);
    const count = (part: string) => this.tokens.count(part);
    const label = input.cite ? freeLabel(write([...found.keys()], WHOLE)) : undefined;
    const marked = (taken: readonly number[], index: number) =>
      label === undefined ? '' : `[${label}${taken.indexOf(index) + 1}]\n`;
    const written = await assemble(
      found.length,
      maxTokens,
      (shown, short) => write(shown, { ...short, mark: (index) => marked(shown, index) }),
      count,
    );
    const { sections, taken } = written;
    const { text, tokens } =
      nothingRelevant && written.text === '' ? await fitting(NOTHING_RELEVANT, maxTokens, count) : written;
    const given = taken.flatMap((index) => found[index] ?? []);
    return {
      text,
      nothingRelevant,
      minMatch,
      minMatchOfOthers: FOLLOWING * minMatch,
      minTrust: input.minTrust,
      sections,
      hits: given,
      marks: label === undefined ? null : given.map((_, place) => `${label}${place + 1}`),
      omitted: found.length - given.length,
      tokensUsed: tokens,
      degraded,
    };
  }

  /** @returns hits without any content from excluded origins; at most `first` if nothing is excluded */
  private async find(
    caller: Caller,
    { query, kinds, first, minTrust, domain, asOf, validAt, exclude }: ContextInput,
    required: Parameters<SearchService['search']>[1]['required'],
  ): Promise<Pick<FoundKnowledge, 'hits' | 'degraded' | 'leastMatch'> & { readonly excluded?: Excluded }> {
    const asked = { query, kinds, required, asOf, validAt, withMatch: true };
    if (!exclude) return this.search.search(caller, { ...asked, first, filter: { minTrust, domain } });
    return this.exclusion.search(caller, { ...asked, filter: { domain } }, exclude, minTrust);
  }

  private leastTrust(kind: KnowledgeKind): number {
    return this.registry.source(kind).section.leastTrust ?? 0;
  }

  /** @returns one writer that combines those of all kinds */
  private async writer(
    caller: Caller,
    hits: readonly SearchHit[],
    input: ContextInput,
    excluded: Excluded | undefined,
  ): Promise<SectionWriter> {
    const request = {
      query: input.query,
      entityId: input.entityId,
      depth: input.depth,
      asOf: input.asOf,
      validAt: input.validAt,
      excluded,
    };
    const asked = (kind: KnowledgeKind) => !input.kinds?.length || input.kinds.includes(kind);
    const writers = await Promise.all(
      this.registry.names().map(async (name) => {
        const { section } = this.registry.source(name);
        const places = hits.flatMap((hit, index) => (hit.kind === name ? [index] : []));
        const standsAlone = asked(name) && (section.standsAlone?.(request) ?? false);
        if (places.length === 0 && !standsAlone) return () => [];
        const ownIndex = new Map(places.map((place, own): [number, number] => [place, own]));
        const own = (indexes: Iterable<number>) => [...indexes].flatMap((index) => ownIndex.get(index) ?? []);
        const write = await section.prepare(
          caller,
          places.flatMap((place) => hits[place] ?? []),
          request,
        );
        return (taken: readonly number[], { bare, cut, mark, ...manner }: Manner) => {
          const ownTaken = own(taken);
          if (ownTaken.length === 0 && !standsAlone) return [];
          const ownCut = [...cut].flatMap(([place, most]) =>
            own([place]).map((index): [number, number] => [index, most]),
          );
          return write(ownTaken, {
            ...manner,
            bare: new Set(own(bare)),
            cut: new Map(ownCut),
            mark: (index) => mark(places[index] ?? -1),
          });
        };
      }),
    );
    return (taken, manner) => writers.flatMap((write) => write(taken, manner));
  }

  /** The hits without those whose text equals that of a better hit. */
  private printedOnce(hits: readonly SearchHit[]): SearchHit[] {
    const printed = new Set<string>();
    return hits.filter((hit) => {
      const text = this.registry.source(hit.kind).section.textOf?.(hit);
      if (text === undefined) return true;
      const key = oneLine(text);
      return !printed.has(key) && printed.add(key);
    });
  }

  /** @returns the receipt of a context or planning prompt; undefined when the caller has no such receipt */
  async receipt(caller: Caller, id: string): Promise<ContextReceipt | undefined> {
    const found = await this.receipts.find(caller, id);
    return found && receiptOf(found);
  }

  /**
   * Lists the caller's receipts, newest first.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async listReceipts(caller: Caller, { first, after, ...filter }: ReceiptsArgs): Promise<ConnectionOf<ContextReceipt>> {
    const [behind] = decodeCursor(after, 'receipts', ['string']) ?? [];
    const found = await this.receipts.list(caller, filter, behind, first + 1);
    return page({
      rows: found.map(receiptOf),
      first,
      after,
      order: 'receipts',
      key: ({ id }) => [id],
      totalCount: () => this.receipts.count(caller, filter),
    });
  }
}

/**
 * Share of the cut line that a hit after the best one must reach, unless links bring it. Contexts of 500 to 2,000 tokens held the
 * same with 0 and 1 on two public sets (`bench:retrieval --from`), where the limit of tokens binds first.
 */
const FOLLOWING = 0.5;

/** True if the hit matches well enough to follow the best one, or if links to better hits brought it. */
function answers({ match = 0, explain }: SearchHit, minMatch: number): boolean {
  const { graph, chain, neighbours, session, traversal } = explain;
  const linked = [graph, chain, neighbours, session, traversal].some((part) => (part ?? 0) > 0);
  return linked || match >= FOLLOWING * minMatch;
}

function receiptOf(stored: StoredReceipt): ContextReceipt {
  const { id, query, agent, session, at, text, degraded, success, usedRefs, shares, credits, exclude } = stored;
  const { quotesDeleted } = stored;

  const items = stored.kinds.map((kind, place) => {
    const credit = credits?.[place];
    const explain = stored.explains?.[place];
    return {
      kind,
      id: stored.ids[place] ?? '',
      score: stored.scores[place] ?? 0,
      trust: stored.trusts[place] ?? 0,
      explain: explain === undefined ? null : (JSON.parse(explain) as Readonly<Record<string, unknown>>),
      used: usedRefs === null || credit === undefined ? null : credit !== 'UNUSED',
      credit: shares?.[place] ?? null,
      creditState: credit === undefined ? null : CreditState[credit],
    };
  });
  return {
    id,
    query,
    agent,
    session,
    at,
    text,
    quotesDeleted,
    delivered: stored.delivered ?? null,
    degraded: degraded as ContextReceipt['degraded'],
    items,
    trials: stored.trials as ContextReceipt['trials'],
    success,
    outcomeAt: stored.outcomeAt,
    verification: stored.outcomeVerification,
    planId: stored.outcomePlan,
    taskId: stored.outcomeTask,
    exclude: exclude === null ? null : (JSON.parse(exclude) as unknown),
  };
}
