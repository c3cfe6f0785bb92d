import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { ConflictError, LimitExceededError, NotFoundError } from '../common/errors.js';
import { compare } from '../common/text.js';
import type { ComparedClauses, ComparedVersions, ContentState, Restoring } from '../knowledge/kind.js';
import { ChangeDoor } from '../versions/change.model.js';
import { exportedClauses } from './domain-draft.js';
import { domainPart } from './fluents.kind.js';
import type { EventDescription } from './event-description.js';
import { FluentsRepository } from './fluents.repository.js';
import { MAX_STORED_TEXT, RulesReader } from './prolog/rules-reader.js';
import { RuleProblemKind } from './report.model.js';
import { RulesService } from './rules.service.js';

interface FluentState {
  readonly rules: string | null;
  readonly description: string | null;
}

interface DomainState {
  /** Refs with numbers: fluent:MSA/gap@3. */
  readonly fluents: readonly string[];
  readonly otherClauses: readonly string[];
}

interface Entry {
  readonly id: string;
  readonly number: number;
}

/** Restores earlier rules of fluents and domains, and compares versions by clause. */
@Injectable()
export class RuleHistoryService {
  constructor(
    private readonly repository: FluentsRepository,
    private readonly rules: RulesService,
    private readonly reader: RulesReader,
  ) {}

  /**
   * @throws ConflictError when the fluent's version number is not the expected one, or its rules would be part of a
   *   cycle with a statically determined value
   */
  async restoreFluent({ caller, expected }: Restoring, id: string, state: ContentState): Promise<void> {
    const { rules = null, description = null } = state as Partial<FluentState>;
    const name = await this.nameOf(caller, id);
    // A domain's name has no slash.
    const domain = id.slice(0, id.indexOf('/'));
    await this.rules.save(caller, domain, await this.read(caller, rules ?? ''), {
      door: ChangeDoor.RESTORE,
      descriptions: new Map([[name, description]]),
      emptied: rules === null ? id : undefined,
      expected: expected === undefined ? undefined : new Map([[`fluent:${id}`, expected]]),
    });
  }

  /**
   * Replaces all rules of the domain by those of the version, as REPLACE does; vocabulary and descriptions are kept.
   *
   * @throws ConflictError when the domain's version number is not the expected one, or fluents of the version were
   *   deleted together with their earlier versions
   */
  async restoreDomain({ caller, expected, until }: Restoring, domain: string, state: ContentState): Promise<void> {
    const { fluents, otherClauses } = state as unknown as DomainState;
    const found = await this.rulesAt(caller, fluents, until);
    const gone = fluents.filter((entry) => !found.has(entry));
    if (gone.length > 0) {
      throw new ConflictError(
        `${gone.length} fluents of that version were deleted with their versions since (${gone.slice(0, 5).join(', ')}); nothing was written`,
      );
    }
    const text = [...otherClauses, ...fluents.flatMap((entry) => found.get(entry) ?? [])].join('\n\n');
    await this.rules.save(caller, domain, await this.read(caller, text), {
      door: ChangeDoor.RESTORE,
      replace: true,
      force: true,
      expected: expected === undefined ? undefined : new Map([[`${domainPart.refPrefix}:${domain}`, expected]]),
    });
  }

  async clausesOfFluent(caller: Caller, { before, after }: ComparedVersions): Promise<ComparedClauses> {
    const clauses = ({ rules }: Partial<FluentState>) => this.clauses(caller, rules ?? '');
    return { before: await clauses(before.state), after: await clauses(after.state) };
  }

  /** Fluents that have the same version number in both versions of the domain are skipped: their clauses are the same. */
  async clausesOfDomain(caller: Caller, { before, after }: ComparedVersions): Promise<ComparedClauses> {
    const clauses = async ({ state, until }: ComparedVersions['before'], other: ComparedVersions['before']) => {
      const { fluents, otherClauses } = state as unknown as DomainState;
      const shared = new Set((other.state as unknown as DomainState).fluents);
      const entries = fluents.filter((entry) => !shared.has(entry)).sort(compare);
      const found = await this.rulesAt(caller, entries, until);
      const rules = entries.flatMap((entry) => found.get(entry) ?? []);
      return [...otherClauses, ...(await this.clauses(caller, rules.join('\n\n')))];
    };
    return { before: await clauses(before, after), after: await clauses(after, before) };
  }

  /**
   * Rules by entry (fluent:MSA/gap@3). Versions that began after `until` are ignored: the fluent was deleted and
   * created again, so its numbers refer to other rules.
   */
  private async rulesAt(
    { namespace }: Caller,
    entries: readonly string[],
    until: Date | null,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.repository.findRuleVersions(namespace, entries.map(entryOf));
    return new Map(
      rows
        .filter(({ at }) => until === null || at < until)
        .map(({ fluentId, number, rules }) => [`fluent:${fluentId}@${number}`, rules ?? '']),
    );
  }

  private async clauses(caller: Caller, rules: string): Promise<string[]> {
    return rules === '' ? [] : exportedClauses(await this.read(caller, rules));
  }

  private async read({ namespace }: Caller, rules: string): Promise<EventDescription> {
    const text = await this.reader.read(rules, { caller: namespace, most: MAX_STORED_TEXT });
    const tooLarge = text.problems.find(({ kind }) => kind === RuleProblemKind.TOO_LARGE);
    if (tooLarge && text.clauses.length === 0) throw new LimitExceededError(tooLarge.message);
    return text;
  }

  private async nameOf({ namespace }: Caller, id: string): Promise<string> {
    const fluent = (await this.repository.findFluents(namespace, [id])).get(id);
    if (!fluent) throw new NotFoundError('Fluent', id);
    return fluent.name;
  }
}

function entryOf(entry: string): Entry {
  const at = entry.lastIndexOf('@');
  return { id: entry.slice(entry.indexOf(':') + 1, at), number: Number(entry.slice(at + 1)) };
}
