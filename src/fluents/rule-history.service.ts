import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { ConflictError, LimitExceededError } from '../common/errors.js';
import { compare } from '../common/text.js';
import type { ComparedClauses, ComparedVersions, ContentState, Restoring } from '../knowledge/kind.js';
import { ChangeDoor } from '../versions/change.model.js';
import { UndoDoors, type UndoneThing, type UndoWrite } from '../versions/undo.model.js';
import { exportedClauses } from './domain-draft.js';
import { domainPart, fluentKind } from './fluents.kind.js';
import type { EventDescription } from '../rtec/event-description.js';
import { domainOfId } from '../rtec/fluent-names.js';
import { FluentsRepository, refOf } from './fluents.repository.js';
import { MAX_STORED_TEXT, RulesReader } from '../rtec/prolog/rules-reader.js';
import { RuleProblemKind } from '../rtec/report.model.js';
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

/** Restores earlier rules of fluents and domains, writes the undos of their changes, and compares versions by clause. */
@Injectable()
export class RuleHistoryService {
  constructor(
    private readonly repository: FluentsRepository,
    private readonly rules: RulesService,
    private readonly reader: RulesReader,
    undoDoors: UndoDoors,
  ) {
    undoDoors.add({
      prefixes: [domainPart.refPrefix, fluentKind.refPrefix],
      write: (undo, things) => this.writeUndone(undo, things),
    });
  }

  /**
   * @throws ConflictError when the fluent's version number is not the expected one, or its rules would be part of a
   *   cycle with a statically determined value
   */
  async restoreFluent({ caller, expected }: Restoring, id: string, state: ContentState): Promise<void> {
    const { rules = null, description = null } = state as Partial<FluentState>;
    await this.rules.save(caller, domainOfId(id), await this.read(caller, rules ?? ''), {
      door: ChangeDoor.RESTORE,
      described: new Map([[id, description]]),
      emptied: new Set(rules === null ? [id] : []),
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
      expected: expected === undefined ? undefined : new Map([[refOf(domain), expected]]),
    });
  }

  /**
   * Writes what an undo makes of fluents and of their domain. A fluent that no change stands behind loses its rules and
   * stays as a name, because rules of others may need it. A change of rules concerns one domain.
   *
   * @throws ConflictError when a version number has changed since the undo was planned
   * @throws LastingConflictError when a statically determined value would lie on a cycle
   */
  private async writeUndone({ caller, change, begin }: UndoWrite, things: readonly UndoneThing[]): Promise<void> {
    const own = things.find(({ ref, id }) => ref === refOf(id));
    const said = things.flatMap((thing) =>
      thing !== own && thing.becomes ? [{ id: thing.id, ...(thing.becomes as unknown as FluentState) }] : [],
    );
    const [domain = own?.id] = said.map(({ id }) => domainOfId(id));
    if (domain === undefined) return this.repository.recordUndo(begin);
    const text = said.flatMap(({ rules }) => rules ?? []).join('\n\n');
    await this.rules.save(caller, domain, await this.read(caller, text), {
      door: change.door,
      described: new Map(said.map(({ id, description }) => [id, description])),
      emptied: new Set(said.flatMap(({ id, rules }) => (rules === null ? [id] : []))),
      otherClauses: (own?.becomes as unknown as DomainState | undefined)?.otherClauses,
      expected: new Map(things.map(({ ref, was }) => [ref, was?.number ?? 0])),
      undo: { change, begin },
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
}

function entryOf(entry: string): Entry {
  const at = entry.lastIndexOf('@');
  return { id: entry.slice(entry.indexOf(':') + 1, at), number: Number(entry.slice(at + 1)) };
}
