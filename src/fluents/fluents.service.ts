import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { newAct } from '../audit/recording.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page, type Page } from '../common/connection.js';
import { BadUserInputError, LastingConflictError, NotFoundError } from '../common/errors.js';
import { descriptionOf, Draft, INPUT_KINDS, inputKinds, isMissing } from './domain-draft.js';
import { readTexts, readVocabulary } from './domain-input.js';
import { FluentKind, type Indicator } from '../rtec/event-description.js';
import { checkDomain, FluentIds, indicatorOf, labelOf, type NamedNode } from '../rtec/fluent-names.js';
import type { VocabularyInput } from './fluents.inputs.js';
import type { Domain, Fluent, FluentVersion, Vocabulary } from './fluents.model.js';
import { ChangeDoor } from '../versions/change.model.js';
import { domainOf, FluentsRepository, NOTHING, refOf } from './fluents.repository.js';
import { writeBy, type WriteContext } from './write-context.js';
import { RulesReader } from '../rtec/prolog/rules-reader.js';
import type { DomainRow } from './fluents.statements.js';

/** Counts of a domain. */
export interface DomainSummary {
  /** Number of fluents and output events, with or without rules. Input is not counted. */
  readonly fluents: number;
  readonly defined: number;
  readonly missing: readonly string[];
}

/** Reads and edits domains, their vocabularies and their fluents. */
/** Maximum number of fluents that the refusal of a deletion names. */
const MOST_NAMED = 10;

@Injectable()
export class FluentsService {
  private readonly fluents = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.findFluents(namespace, ids),
  );
  private readonly versions = new BatchLoader(({ namespace, first }: { namespace: string; first: number }, ids) =>
    this.repository.listRuleVersions(namespace, ids, first),
  );
  private readonly summaries = new BatchLoader(async ({ namespace }: { namespace: string }, domains) => {
    const found = domains.map(async (domain): Promise<[string, DomainSummary]> => {
      const names = await this.repository.listNames(namespace, domain);
      const fluents = names.filter(({ fluentKind }) => !INPUT_KINDS.has(fluentKind));
      return [
        domain,
        {
          fluents: fluents.length,
          defined: fluents.filter(({ defined }) => defined).length,
          missing: fluents.filter(isMissing).map(labelOf),
        },
      ];
    });
    return new Map(await Promise.all(found));
  });

  constructor(
    private readonly repository: FluentsRepository,
    private readonly reader: RulesReader,
    private readonly clock: Clock,
  ) {}

  // ───────────────────────────── domains ─────────────────────────────

  /**
   * Lists domains by name.
   *
   * @param names names of the domains to list; default all
   * @throws NotFoundError when one of the names is unknown
   */
  async listDomains(namespace: string, names?: readonly string[]): Promise<Domain[]> {
    const domains = (await this.repository.listDomains(namespace)).map(domainOf);
    const unknown = names?.find((name) => !domains.some((domain) => domain.name === name));
    if (unknown !== undefined) throw new NotFoundError('Domain', unknown);
    return names ? domains.filter(({ name }) => names.includes(name)) : domains;
  }

  async findDomain(namespace: string, name: string): Promise<Domain | undefined> {
    const row = await this.repository.findDomain(namespace, name);
    return row && domainOf(row);
  }

  /** @throws NotFoundError when the namespace has no such domain */
  async getDomain(namespace: string, name: string): Promise<Domain> {
    const domain = await this.findDomain(namespace, name);
    if (!domain) throw new NotFoundError('Domain', name);
    return domain;
  }

  async summary(namespace: string, domain: string): Promise<DomainSummary> {
    return (await this.summaries.load({ namespace }, domain)) ?? { fluents: 0, defined: 0, missing: [] };
  }

  /**
   * Declares the input and background predicates that the rules may use. Each given list replaces the stored one;
   * descriptions are added to the stored ones.
   *
   * @throws BadUserInputError when an entry is not of the form name/arity, or a description is not text
   */
  async declareVocabulary(caller: Caller, domain: string, input: VocabularyInput): Promise<Domain> {
    checkDomain(domain);
    const { namespace } = caller;
    const given = await readVocabulary(input, 'vocabulary');
    const context = this.context(caller, ChangeDoor.DECLARE_VOCABULARY);
    const change = await this.repository.change(namespace, domain, context, async (reader) => {
      const { descriptions, ...lists } = given;
      const stored = domainOf(reader.domain).vocabulary;
      const vocabulary = { ...stored, ...lists, descriptions: { ...stored.descriptions, ...descriptions } };
      const names = await reader.names();
      const ids = new FluentIds(domain, names);
      const draft = new Draft(namespace, domain, names, await reader.texts(names.map(({ id }) => id)));
      const kinds = inputKinds(vocabulary);
      for (const [label, fluentKind] of kinds) {
        const indicator = indicatorOf(label);
        if (!indicator || draft.storedAs(ids.claim(indicator))?.defined) continue;
        const meaning = descriptionOf(vocabulary, indicator);
        const description = meaning === undefined ? {} : { description: meaning };
        draft.set(ids.claim(indicator), { fluentKind, named: true, ...description });
      }
      // Stored inputs that the new vocabulary does not contain become undefined names.
      for (const node of names) {
        if (!INPUT_KINDS.has(node.fluentKind) || kinds.has(labelOf(node))) continue;
        draft.set(node, { fluentKind: FluentKind.UNDEFINED });
      }
      return { ...NOTHING, nodes: draft.nodes(), domain: domainRow(reader.domain, vocabulary) };
    });
    return domainOf(change.domain);
  }

  /**
   * Stores descriptions of activities in plain words, for prompts. Unknown names are added to the domain.
   *
   * @throws BadUserInputError when a name is invalid, or a description is not text
   */
  async describeActivities(caller: Caller, domain: string, descriptions: unknown): Promise<Domain> {
    checkDomain(domain);
    const { namespace } = caller;
    const texts = readTexts(descriptions, 'descriptions');
    const given = texts.map(({ name: label, text }) => {
      const indicator = indicatorOf(label);
      return { name: indicator?.name ?? label, arity: indicator?.arity ?? null, text };
    });
    const context = this.context(caller, ChangeDoor.DESCRIBE_ACTIVITIES);
    await this.repository.change(namespace, domain, context, async (reader) => {
      const names = await reader.names();
      const ids = new FluentIds(domain, names);
      const claimed = given.map(({ text, ...name }) => ({ node: ids.claim(name), text }));
      const draft = new Draft(namespace, domain, names, await reader.texts(claimed.map(({ node }) => node.id)));
      for (const { node, text } of claimed) draft.set(node, { named: true, description: text });
      return { ...NOTHING, nodes: draft.nodes(), domain: reader.domain };
    });
    return this.getDomain(namespace, domain);
  }

  // ───────────────────────────── fluents ─────────────────────────────

  /**
   * @param arity selects one of several fluents that share the name; default the first of them
   * @throws NotFoundError when there is no such domain
   */
  async findFluent(namespace: string, domain: string, name: string, arity?: number): Promise<Fluent | undefined> {
    const found = await this.findNode(namespace, domain, name, arity);
    if (!found) await this.getDomain(namespace, domain);
    return found && this.fluents.load({ namespace }, found.id);
  }

  /** @throws NotFoundError when there is no such fluent or domain */
  async getFluent(namespace: string, domain: string, name: string, arity?: number): Promise<Fluent> {
    const fluent = await this.findFluent(namespace, domain, name, arity);
    if (!fluent) throw new NotFoundError('Fluent', `${domain}/${labelOf({ name, arity: arity ?? null })}`);
    return fluent;
  }

  /** @throws NotFoundError when there is no fluent of this id */
  async getById(namespace: string, id: string): Promise<Fluent> {
    const fluent = await this.fluents.load({ namespace }, id);
    if (!fluent) throw new NotFoundError('Fluent', id);
    return fluent;
  }

  /** Finds out which of these names exist in the domain. */
  async namesIn(namespace: string, domain: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    const found = names.length === 0 ? [] : await this.repository.findByNames(namespace, domain, names);
    return new Set(found.map(({ name }) => name));
  }

  /** Fluents by id; unknown ids are omitted. */
  findFluents(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, Fluent>> {
    return this.repository.findFluents(namespace, ids);
  }

  /** Fluents in the order of `ids`; unknown ids are omitted. */
  async loadFluents(namespace: string, ids: readonly string[]): Promise<Fluent[]> {
    const found = await this.repository.findFluents(namespace, ids);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /**
   * A page of a domain's fluents and events, including input, ordered by name, then id.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   * @throws NotFoundError when there is no such domain
   */
  async listFluents(
    namespace: string,
    domain: string,
    { first, after, names }: Page & { readonly names?: readonly string[] | undefined },
  ): Promise<ConnectionOf<Fluent>> {
    const only = names ?? null;
    const cursor = decodeCursor(after, 'fluents', ['string', 'string']);
    const listed = await this.repository.listFluents(namespace, domain, only, cursor, first + 1);
    if (listed.length === 0) await this.getDomain(namespace, domain);
    return page({
      rows: await this.loadFluents(
        namespace,
        listed.map(({ id }) => id),
      ),
      first,
      after,
      order: 'fluents',
      key: ({ name, id }) => [name, id],
      totalCount: () => this.repository.countFluents(namespace, domain, only),
    });
  }

  /**
   * Deletes a fluent with its rules, versions, description and dependencies, and the clauses that only ground it.
   * The name remains while other fluents need it.
   *
   * @param force deletes a fluent that others need, too
   * @returns false when there is no such fluent
   * @throws LastingConflictError that names who needs the fluent
   */
  async deleteFluent(
    caller: Caller,
    domain: string,
    { name, arity, force = false }: { readonly name: string; readonly arity?: number; readonly force?: boolean },
  ): Promise<boolean> {
    const { namespace } = caller;
    const found = await this.findNode(namespace, domain, name, arity);
    if (!found) return false;
    const needing = force ? [] : await this.repository.readDependents(namespace, found.id);
    const ids = needing.filter(({ distance }) => distance === 1).map(({ id }) => id);
    if (ids.length > 0) {
      const names = (await this.loadFluents(namespace, ids)).map((fluent) => fluent.name);
      const more = names.length > MOST_NAMED ? ` and ${String(names.length - MOST_NAMED)} more` : '';
      throw new LastingConflictError(
        `${name} is needed by ${names.slice(0, MOST_NAMED).join(', ')}${more}: change their rules first, or delete it with force; nothing was deleted`,
      );
    }
    const row = await this.repository.findDomain(namespace, domain);
    const groundings = new Set<string>();
    for (const clause of row?.otherClauses ?? []) {
      if (found.arity !== null && (await this.grounds(namespace, clause, { name, arity: found.arity }))) {
        groundings.add(clause);
      }
    }
    return this.repository.deleteFluent(
      namespace,
      domain,
      found.id,
      this.context(caller, ChangeDoor.DELETE_FLUENT),
      (clause) => !groundings.has(clause),
    );
  }

  private async grounds(namespace: string, clause: string, fluent: Indicator): Promise<boolean> {
    // Parsing a clause takes some milliseconds, and most clauses do not ground this fluent.
    if (!clause.includes('grounding') || !clause.includes(fluent.name)) return false;
    const { groundings } = await this.reader.read(clause, { caller: namespace });
    return groundings.length > 0 && groundings.every((each) => labelOf(each) === labelOf(fluent));
  }

  /**
   * Removes clauses that define no fluent from a domain.
   *
   * @returns the number of clauses removed
   * @throws NotFoundError when there is no such domain
   */
  async deleteClauses(caller: Caller, domain: string, clauses: readonly string[]): Promise<number> {
    const { namespace } = caller;
    await this.getDomain(namespace, domain);
    return this.repository.deleteClauses(namespace, domain, clauses, this.context(caller, ChangeDoor.DELETE_CLAUSES));
  }

  /**
   * Deletes a domain with all its fluents, their versions and evidence.
   *
   * @param confirm the domain's name, repeated
   * @returns false when there is no such domain
   * @throws BadUserInputError when `confirm` differs from `domain`
   */
  async deleteDomain(caller: Caller, domain: string, confirm: string): Promise<boolean> {
    const { namespace } = caller;
    if (confirm !== domain) {
      throw BadUserInputError.of(
        'confirm',
        'equals',
        `confirm must be the name of the domain that is deleted, ${domain}`,
      );
    }
    if (!(await this.findDomain(namespace, domain))) return false;
    return this.repository.deleteDomain(
      domain,
      newAct(caller, 'DELETE', { namespace, ref: refOf(domain) }, this.clock.now()),
    );
  }

  /** Versions of a fluent's rules, newest first, including the current one. */
  async versionsOf(namespace: string, id: string, first: number): Promise<readonly FluentVersion[]> {
    return (await this.versions.load({ namespace, first }, id)) ?? [];
  }

  private async findNode(
    namespace: string,
    domain: string,
    name: string,
    arity: number | undefined,
  ): Promise<NamedNode | undefined> {
    const nodes = await this.repository.findByNames(namespace, domain, [name]);
    return arity === undefined
      ? new FluentIds(domain, nodes).find(name, null)
      : nodes.find((node) => node.arity === arity);
  }

  private context(caller: Caller, door: ChangeDoor): WriteContext {
    return writeBy(caller, door, this.clock.now());
  }
}

function domainRow(row: DomainRow, { descriptions, ...lists }: Vocabulary): DomainRow {
  return { ...row, ...lists, descriptions: JSON.stringify(descriptions) };
}
