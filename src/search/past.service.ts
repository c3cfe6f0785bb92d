import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { BadUserInputError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { decayedTrust } from '../evidence/policies/consensus.js';
import { type ContentState, earlier, type KnownThen } from '../knowledge/kind.js';
import type { Knowledge, KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { SearchRepository } from './search.repository.js';
import type { FoundThen, HitThen, Newer } from './search.statements.js';

/** Checks the times for which callers ask what was known. */
@Injectable()
export class PastService {
  constructor(
    private readonly repository: SearchRepository,
    private readonly registry: KnowledgeRegistry,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws BadUserInputError for `asOf` when it is in the future, or before the first knowledge or entity of the namespace,
   *   or before VERSION_RETENTION; the message contains the earliest possible time
   */
  async check(namespace: string, asOf: Date): Promise<void> {
    if (asOf > this.clock.now()) throw BadUserInputError.of('asOf', 'notInFuture', 'asOf must not be in the future');
    const { since, keptSince } = (await this.repository.beginning(namespace)) ?? {};
    const kept = Math.max(
      keptSince?.getTime() ?? -Infinity,
      this.clock.now().getTime() - this.config.VERSION_RETENTION,
    );
    const isCut = kept > (since?.getTime() ?? -Infinity);
    const earliest = isCut ? new Date(kept) : since;
    if (earliest && asOf < earliest) {
      const why = isCut ? 'since earlier versions are not kept (VERSION_RETENTION)' : 'when the first record came';
      throw BadUserInputError.of('asOf', 'notBeforeFirst', `asOf must not be before ${earliest.toISOString()}, ${why}`);
    }
  }

  /** True if the knowledge at a time may differ from the present knowledge. */
  async isPast(namespace: string, kinds: readonly KnowledgeKind[], asOf: Date): Promise<boolean> {
    return (await this.newer(namespace, kinds, asOf)) !== undefined;
  }

  /**
   * Returns what was written since a time if the knowledge of that time may differ from the present knowledge;
   * otherwise undefined.
   */
  newer(namespace: string, kinds: readonly KnowledgeKind[], asOf: Date): Promise<Newer | undefined> {
    return this.repository.newer(namespace, kinds, asOf);
  }

  /** Returns what was known at a time, by ref; knowledge that was not known then is absent. */
  states(namespace: string, refs: readonly string[], at: Date): Promise<ReadonlyMap<string, FoundThen>> {
    return this.repository.statesAt(namespace, refs, at);
  }

  /**
   * Returns the versions that were current at a time, by ref. The value is null if the present version was current
   * already; knowledge that did not exist yet is absent.
   */
  async versions(
    namespace: string,
    refs: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, KnownThen['version']>> {
    const found = await this.repository.statesAt(namespace, refs, at);
    return new Map([...found].map(([ref, state]) => [ref, versionOf(state)]));
  }

  /** Returns the given knowledge as it was known at a time; knowledge that was not known then is left out. */
  async earlier<Known extends Knowledge>(namespace: string, current: readonly Known[], at: Date): Promise<Known[]> {
    if (current.length === 0) return [];
    const refs = current.map(({ ref }) => ref);
    const states = await this.repository.statesAt(namespace, [...new Set(refs)], at);
    return current.flatMap((knowledge) => {
      const state = states.get(knowledge.ref);
      if (!state) return [];
      const kind = this.registry.get(knowledge.kind);
      const { trust: base, decaysSince: since } = state;
      const trust = since === null ? base : decayedTrust({ trust: base, since }, at, kind.decayPerMs ?? 0);
      return [earlier(kind, knowledge, knownThen(state, trust, at)) as Known];
    });
  }
}

/** @param trust trust at that time, with decay until then */
export function knownThen(then: HitThen, trust: number, at: Date): KnownThen {
  return { at, trust, updatedAt: then.updatedAt, version: versionOf(then) };
}

function versionOf({ version }: HitThen): KnownThen['version'] {
  return version && { ...version, state: JSON.parse(version.state) as ContentState };
}
