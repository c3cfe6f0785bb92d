import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ulid } from 'ulid';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page, type Page } from '../common/connection.js';
import { BadUserInputError, ConflictError, LimitExceededError, NotFoundError } from '../common/errors.js';
import { eachInTurns, runInTurns, turn } from '../common/turns.js';
import { metrics } from '../common/metrics.js';
import { redactText } from '../common/redact.js';
import { checkRules } from './check-rules.js';
import { compareDependencies } from './dependency-differences.js';
import {
  descriptionOf,
  Draft,
  inferredInputs,
  INPUT_KINDS,
  inputKinds,
  isMissing,
  knownBeside,
  orderOf,
  rulesOf,
  type ValueDependencies,
  valueDependenciesOf,
  withOtherClauses,
} from './domain-draft.js';
import { readGraph, readTexts, readVocabulary } from './domain-input.js';
import {
  type DefinedFluent,
  type EventDescription,
  FluentKind,
  type Indicator,
  type Known,
} from './event-description.js';
import { exportedText } from './export-rules.js';
import { checkDomain, FluentIds, indicatorOf, labelOf } from './fluent-names.js';
import { normaliseClause } from './normalise.js';
import { problem } from './problems.js';
import { MAX_STORED_TEXT, RulesReader } from './prolog/rules-reader.js';
import { RuleProblemKind, type RuleReport } from './report.model.js';
import type { VocabularyInput } from './fluents.inputs.js';
import {
  type DependencyDifferences,
  type DependencyImport,
  DependencySource,
  type Domain,
  type Fluent,
  type FluentVersion,
  type SavedFluent,
  type Vocabulary,
} from './fluents.model.js';
import { type DomainChange, domainOf, type DomainReader, FluentsRepository } from './fluents.repository.js';
import type { DomainRow, GraphNode, NameRow } from './fluents.statements.js';

/** What a caller may be told of a dependency besides the fluent itself. */
export interface DirectDependency {
  readonly fluentId: string;
  readonly source: DependencySource;
  readonly via: readonly string[];
  readonly negated: boolean;
}

export interface DependencyClosure {
  /** Ids, each after what it needs. */
  readonly ids: readonly string[];
  readonly missing: readonly string[];
  readonly depth: number;
}

export interface ImportedRules {
  readonly ids: readonly string[];
  readonly report: RuleReport;
}

export type SavedRules = Omit<SavedFluent, 'fluent'> & { readonly id: string };

export interface DomainSummary {
  /** Fluents and output events, named or defined; input is not counted. */
  readonly fluents: number;
  readonly defined: number;
  readonly missing: readonly string[];
}

interface SaveOptions {
  /** Which of the fluents of the text are stored; all unless given. */
  readonly only?: ((fluent: DefinedFluent, stored: NameRow | undefined) => boolean) | undefined;
  /** Of fluents, by name. */
  readonly descriptions?: ReadonlyMap<string, string> | undefined;
  /** Takes what nothing defines for input, where the domain declares no vocabulary. */
  readonly whole?: boolean | undefined;
  readonly prerequisites?: readonly string[] | undefined;
  /** Throws when what was found must not be stored. */
  readonly accept?: ((report: RuleReport) => void) | undefined;
}

interface SaveChange extends DomainChange {
  readonly report: RuleReport;
  /** Of the stored fluents, by name/arity, in the order of the text. */
  readonly ids: ReadonlyMap<string, string>;
  /** Labels of what each fluent needed before and needs now, by its id. */
  readonly needed: ReadonlyMap<string, { readonly before: ReadonlySet<string>; readonly now: ReadonlySet<string> }>;
}

const saves = new Counter({
  name: 'heartwood_rules_saves_total',
  help: 'Fluents and events whose rules were saved, by what became of them: new, changed, unchanged',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});
const problemsFound = new Counter({
  name: 'heartwood_rules_problems_total',
  help: 'Problems found in rules that were checked or saved',
  labelNames: ['kind', 'severity'] as const,
  registers: [metrics],
});

/** What a change leaves alone. */
const NOTHING = { nodes: [], versions: [], relinked: [], links: [], redeclared: [], declared: [] };

/** Ends a generated save that must not be stored. */
class Refused extends Error {}

/** Domains, their fluents and what these need. */
@Injectable()
export class FluentsService {
  private readonly fluents = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.findFluents(namespace, ids),
  );
  private readonly edges = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.listEdges(namespace, ids),
  );
  private readonly versions = new BatchLoader(({ namespace, first }: { namespace: string; first: number }, ids) =>
    this.repository.listVersions(namespace, ids, first),
  );
  private readonly levels = new BatchLoader(async ({ namespace }: { namespace: string }, ids) => {
    const nodes = await this.repository.readDependencies(namespace, ids);
    return (await orderOf(nodes)).levels;
  });
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

  /** By name. */
  async listDomains(namespace: string): Promise<Domain[]> {
    return (await this.repository.listDomains(namespace)).map(domainOf);
  }

  async findDomain(namespace: string, name: string): Promise<Domain | undefined> {
    const row = await this.repository.findDomain(namespace, name);
    return row && domainOf(row);
  }

  /** @throws NotFoundError when there is none */
  async getDomain(namespace: string, name: string): Promise<Domain> {
    const domain = await this.findDomain(namespace, name);
    if (!domain) throw new NotFoundError('Domain', name);
    return domain;
  }

  async summary(namespace: string, domain: string): Promise<DomainSummary> {
    return (await this.summaries.load({ namespace }, domain)) ?? { fluents: 0, defined: 0, missing: [] };
  }

  /** What needs each other, name/arity; in the order of the domain, inside of one by name. */
  async cycles(namespace: string, domain: string): Promise<string[][]> {
    const nodes = await this.repository.readDomainGraph(namespace, domain);
    const labels = new Map(nodes.map((node) => [node.id, labelOf(node)]));
    return (await orderOf(nodes)).cycles.map((cycle) => cycle.map((id) => labels.get(id) ?? id).sort());
  }

  /**
   * Says what the domain finds in the world outside its rules. Each list that is given replaces the stored one,
   * descriptions are added.
   *
   * @throws BadUserInputError when an entry is no name/arity, or a description no text
   */
  async declareVocabulary({ namespace, agent }: Caller, domain: string, input: VocabularyInput): Promise<Domain> {
    checkDomain(domain);
    const given = readVocabulary(input, 'vocabulary');
    const change = await this.repository.change(namespace, domain, this.context(agent), async (reader) => {
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
      // An input that the domain does not know is something nobody has defined yet.
      for (const node of names) {
        if (!INPUT_KINDS.has(node.fluentKind) || kinds.has(labelOf(node))) continue;
        draft.set(node, { fluentKind: FluentKind.UNDEFINED });
      }
      return { ...NOTHING, nodes: draft.nodes(), domain: domainRow(reader.domain, vocabulary) };
    });
    return domainOf(change.domain);
  }

  /**
   * Says in plain words what activities are; names that are new become known. Prompts carry it.
   *
   * @throws BadUserInputError when a name cannot be one, or a description is no text
   */
  async describeActivities({ namespace, agent }: Caller, domain: string, descriptions: unknown): Promise<Domain> {
    checkDomain(domain);
    const given = readTexts(descriptions, 'descriptions').map(({ name: label, text }) => {
      const indicator = indicatorOf(label);
      return { name: indicator?.name ?? label, arity: indicator?.arity ?? null, text };
    });
    await this.repository.change(namespace, domain, this.context(agent), async (reader) => {
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

  /** @param arity of several that share the name; the first of them unless given */
  async findFluent(namespace: string, domain: string, name: string, arity?: number): Promise<Fluent | undefined> {
    const found = await this.findNode(namespace, domain, name, arity);
    return found && this.fluents.load({ namespace }, found.id);
  }

  /** @throws NotFoundError when there is none */
  async getFluent(namespace: string, domain: string, name: string, arity?: number): Promise<Fluent> {
    const fluent = await this.findFluent(namespace, domain, name, arity);
    if (!fluent) throw new NotFoundError('Fluent', `${domain}/${labelOf({ name, arity: arity ?? null })}`);
    return fluent;
  }

  /** @throws NotFoundError when there is none */
  async getById(namespace: string, id: string): Promise<Fluent> {
    const fluent = await this.fluents.load({ namespace }, id);
    if (!fluent) throw new NotFoundError('Fluent', id);
    return fluent;
  }

  /** By id; those that do not exist are left out. */
  findFluents(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, Fluent>> {
    return this.repository.findFluents(namespace, ids);
  }

  /** In this order; those that do not exist are left out. */
  async loadFluents(namespace: string, ids: readonly string[]): Promise<Fluent[]> {
    const found = await this.repository.findFluents(namespace, ids);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /**
   * By name, then id; input included.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async listFluents(
    namespace: string,
    domain: string,
    { first, after, names }: Page & { readonly names?: readonly string[] | undefined },
  ): Promise<ConnectionOf<Fluent>> {
    const only = names ?? null;
    const cursor = decodeCursor(after, 'fluents', ['string', 'string']);
    const listed = await this.repository.listFluents(namespace, domain, only, cursor, first + 1);
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
   * Replaces the rules of a fluent, and of whatever else the text defines; each save keeps the version before. Clauses
   * that define no fluent go to the domain. What is wrong is told and stored nonetheless, but for three cases.
   *
   * @throws BadUserInputError when the text defines nothing of that name, or has a clause that Prolog would act on when the
   *   rules are loaded; nothing is stored then
   * @throws ConflictError when a statically determined value would lie on a cycle; the message names its path
   */
  async saveFluent(
    caller: Caller,
    domain: string,
    { name, rules, description }: { name: string; rules: string; description?: string | undefined },
  ): Promise<SavedRules> {
    checkDomain(domain);
    const text = await this.read(rules);
    const own = text.fluents.find((fluent) => fluent.name === name);
    if (!own) throw BadUserInputError.of('rules', 'definesName', nothingOf(name, text));
    const descriptions = description === undefined ? undefined : new Map([[name, redactText(description)]]);
    return this.saved(await this.save(caller, domain, text, { descriptions }), own);
  }

  /**
   * Brings a whole event description in, cut into its fluents. Where the domain declares no vocabulary, what is used and
   * not defined counts as input, as RTEC's compiler has it.
   *
   * @throws BadUserInputError when it has a clause that Prolog would act on when the rules are loaded; nothing is stored then
   * @throws ConflictError when a statically determined value would lie on a cycle; nothing is stored then
   */
  async importRules(caller: Caller, domain: string, rules: string): Promise<ImportedRules> {
    checkDomain(domain);
    const { ids, report } = await this.save(caller, domain, await this.read(rules), { whole: true });
    return { ids: [...ids.values()], report };
  }

  /**
   * Forgets a fluent: rules, versions, description, what it needs. Its name stays while others need it.
   *
   * @returns false when there is none
   */
  async deleteFluent(namespace: string, domain: string, name: string, arity?: number): Promise<boolean> {
    const found = await this.findNode(namespace, domain, name, arity);
    return found ? this.repository.deleteFluent(namespace, domain, found.id, this.clock.now()) : false;
  }

  /** Judges rules without storing them; also in a domain that does not exist, where nothing is known. */
  async checkRules(
    namespace: string,
    domain: string,
    rules: string,
    vocabulary?: VocabularyInput,
  ): Promise<RuleReport> {
    checkDomain(domain);
    const given = readVocabulary(vocabulary ?? {}, 'vocabulary');
    const text = await this.reader.read(rules);
    const row = await this.repository.findDomain(namespace, domain);
    const reader = row ? this.repository.reader(namespace, row) : this.repository.readerOfNew(namespace, domain);
    const stored = domainOf(reader.domain).vocabulary;
    const known = await knownTo(text, reader, await reader.names(), {
      inputEvents: [...stored.inputEvents, ...(given.inputEvents ?? [])],
      inputFluents: [...stored.inputFluents, ...(given.inputFluents ?? [])],
      backgroundPredicates: [...stored.backgroundPredicates, ...(given.backgroundPredicates ?? [])],
    });
    const inferInputs = known.inputEvents.length === 0 && known.inputFluents.length === 0;
    return this.counted(await runInTurns(checkRules(text, { ...known, inferInputs })));
  }

  /** Newest first, the one in force included. */
  async versionsOf(namespace: string, id: string, first: number): Promise<readonly FluentVersion[]> {
    return (await this.versions.load({ namespace, first }, id)) ?? [];
  }

  /** 0 for input; longest path from it; null while undefined. */
  async levelOf(namespace: string, { id, fluentKind }: Fluent): Promise<number | null> {
    if (fluentKind === FluentKind.UNDEFINED) return null;
    return (await this.levels.load({ namespace }, id)) ?? null;
  }

  // ───────────────────────────── dependencies ─────────────────────────────

  /**
   * Takes over which activity needs which, as a dictionary has it. A name that is given again is declared anew; what was
   * read from rules stays beside. Wrong entries are skipped and reported.
   *
   * @throws BadUserInputError when the graph is no object
   */
  async importDependencies({ namespace, agent }: Caller, domain: string, graph: unknown): Promise<DependencyImport> {
    checkDomain(domain);
    const { entries, skipped } = readGraph(graph);
    const change = await this.repository.change(namespace, domain, this.context(agent), async (reader) => {
      const names = await reader.names();
      const ids = new FluentIds(domain, names);
      const claim = (label: string) => ids.claim(namedBy(label));
      const claimed = entries.map(({ name, needs }) => ({ node: claim(name), needs: needs.map(claim) }));
      const all = new Map(claimed.flatMap(({ node, needs }) => [node, ...needs]).map((node) => [node.id, node]));
      const draft = new Draft(namespace, domain, names, await reader.texts([...all.keys()]));
      for (const node of all.values()) draft.set(node, { named: true, declared: true });
      return {
        ...NOTHING,
        nodes: draft.nodes(),
        redeclared: claimed.map(({ node }) => node.id),
        declared: claimed.flatMap(({ node, needs }) => needs.map(({ id }) => ({ from: node.id, to: id }))),
        domain: reader.domain,
        names: all.size,
      };
    });
    return { fluents: change.names, edges: change.declared.length, skipped };
  }

  /** Direct ones, declared and extracted; by name. */
  async dependsOn(namespace: string, id: string): Promise<DirectDependency[]> {
    const edges = (await this.edges.load({ namespace }, id)) ?? [];
    return edges.map(({ id: fluentId, declared, extracted, via, negated }) => ({
      fluentId,
      source: !declared ? DependencySource.EXTRACTED : extracted ? DependencySource.BOTH : DependencySource.DECLARED,
      via,
      negated,
    }));
  }

  /**
   * What a fluent needs, each after what it needs itself; input included, the fluent itself not. A fluent with rules
   * needs what they use, one without what was declared.
   */
  async closureOf(namespace: string, id: string, transitive: boolean): Promise<DependencyClosure> {
    const nodes = await this.repository.readDependencies(namespace, [id]);
    const order = await orderOf(nodes);
    const own = nodes.find((node) => node.id === id);
    const direct = new Set(own?.needs);
    const ids = order.order.filter((other) => other !== id && (transitive || direct.has(other)));
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const level = order.levels.get(id) ?? 0;
    return {
      ids,
      missing: ids
        .flatMap((other) => byId.get(other) ?? [])
        .filter(isMissing)
        .map(labelOf),
      depth: transitive ? level : Math.min(1, ids.length),
    };
  }

  /** What each of these rests on, by id: each after what it needs itself. One statement for all. */
  async closuresOf(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (ids.length === 0) return new Map();
    const nodes = await this.repository.readDependencies(namespace, ids);
    const { order } = await orderOf(nodes);
    const needs = new Map(nodes.map((node) => [node.id, node.needs]));
    return new Map(
      ids.map((id) => {
        const reached = new Set([id]);
        for (const node of reached) for (const needed of needs.get(node) ?? []) reached.add(needed);
        return [id, order.filter((other) => other !== id && reached.has(other))];
      }),
    );
  }

  /** Least steps from a fluent down to all it needs, by id. */
  async distancesFrom(namespace: string, id: string): Promise<ReadonlyMap<string, number>> {
    const nodes = await this.repository.readDependencies(namespace, [id]);
    const needs = new Map(nodes.map((node) => [node.id, node.needs]));
    const distances = new Map([[id, 0]]);
    for (const [node, distance] of distances) {
      for (const needed of needs.get(node) ?? []) if (!distances.has(needed)) distances.set(needed, distance + 1);
    }
    return distances;
  }

  /** These ids, each after what it needs of them. */
  async inOrder(namespace: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const wanted = new Set(ids);
    const { order } = await orderOf(await this.repository.readDependencies(namespace, ids));
    return order.filter((id) => wanted.has(id));
  }

  /** Whether an imported graph of dependencies names it. */
  async isDeclared(namespace: string, domain: string, id: string): Promise<boolean> {
    const names = await this.repository.listNames(namespace, domain);
    return names.some((node) => node.id === id && node.declared);
  }

  /** Ids of what needs a fluent, nearest first, then by id. */
  async dependentsOf(namespace: string, id: string, transitive: boolean): Promise<string[]> {
    const dependents = await this.repository.readDependents(namespace, id);
    return dependents.filter(({ distance }) => transitive || distance === 1).map((node) => node.id);
  }

  /**
   * Names of fluents and output events by level: all of one can be generated once those before it are. Input is left out,
   * what has rules already is not.
   *
   * @param activity only what it needs, and itself
   * @throws NotFoundError when there is no such domain or activity
   */
  async generationOrder(namespace: string, domain: string, activity?: string): Promise<string[][]> {
    const nodes = await this.graphOf(namespace, domain, activity);
    const { order, levels } = await orderOf(nodes);
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const byLevel = new Map<number, Set<string>>();
    const seen = new Set<string>();
    for (const id of order) {
      const node = byId.get(id);
      // Of several with one name the first stands for all: activities go by their name.
      if (!node || INPUT_KINDS.has(node.fluentKind) || seen.has(node.name)) continue;
      seen.add(node.name);
      const level = levels.get(id) ?? 0;
      byLevel.set(level, (byLevel.get(level) ?? new Set()).add(node.name));
    }
    return [...byLevel].sort(([a], [b]) => a - b).map(([, names]) => [...names]);
  }

  /**
   * The nodes of a domain, or of what one activity needs and itself.
   *
   * @throws NotFoundError when there is no such domain or activity
   */
  async graphOf(namespace: string, domain: string, activity?: string): Promise<GraphNode[]> {
    if (activity === undefined) {
      await this.getDomain(namespace, domain);
      return this.repository.readDomainGraph(namespace, domain);
    }
    const { id } = await this.getFluent(namespace, domain, activity);
    return this.repository.readDependencies(namespace, [id]);
  }

  /** Where declared dependencies and those read from rules differ. */
  async differences(namespace: string, domain: string): Promise<DependencyDifferences> {
    await this.getDomain(namespace, domain);
    const [edges, names] = await Promise.all([
      this.repository.listDifferences(namespace, domain),
      this.repository.listNames(namespace, domain),
    ]);
    const fluents = names.filter(({ fluentKind }) => !INPUT_KINDS.has(fluentKind));
    const declared: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
    for (const { name } of fluents.filter((node) => node.declared)) declared[name] ??= [];
    for (const { from, to } of edges.filter((edge) => edge.declared)) (declared[from] ??= []).push(to);
    return compareDependencies(
      declared,
      edges.filter(({ extracted, fromDefined, toDefined }) => extracted && fromDefined && toDefined),
      fluents.filter(({ defined }) => defined).map(({ name }) => name),
    );
  }

  /**
   * One event description: clauses that define no fluent first, then the fluents, each after what it needs. Prefix `not`
   * is written `\+`; all else as it was saved. Clauses that Prolog would act on when the text is consulted, which were stored
   * before such clauses were refused, are left out, and a comment says so.
   *
   * @throws NotFoundError when there is no such domain
   */
  async exportRules(namespace: string, domain: string): Promise<string> {
    const row = await this.repository.findDomain(namespace, domain);
    if (!row) throw new NotFoundError('Domain', domain);
    const nodes = await this.repository.readDomainGraph(namespace, domain);
    const ids = (await orderOf(nodes)).order;
    const rules = await this.repository.listRules(namespace, ids);
    const parts = [...row.otherClauses, ...ids.flatMap((id) => rules.get(id) ?? [])];
    return exportedText(parts, (text) => this.reader.read(text, MAX_STORED_TEXT));
  }

  // ───────────────────────────── for generation ─────────────────────────────

  /**
   * Stores what a language model wrote for an activity: its own rules, and those of what has none yet. Prerequisites that
   * the model wrote again are left as they are.
   *
   * @returns what was stored, or only the report where it is not valid
   */
  async saveGenerated(
    caller: Caller,
    domain: string,
    activity: {
      readonly name: string;
      readonly description?: string | undefined;
      readonly prerequisites: readonly string[];
    },
    rules: string,
  ): Promise<{ readonly report: RuleReport; readonly id?: string | undefined }> {
    const { name, description, prerequisites } = activity;
    const text = await this.reader.read(rules);
    const own = text.fluents.find((fluent) => fluent.name === name);
    let refused: RuleReport | undefined;
    const accept = (report: RuleReport) => {
      refused = !own || !report.valid ? report : undefined;
      if (refused) throw new Refused();
    };
    try {
      const change = await this.save(caller, domain, text, {
        only: (fluent, stored) => fluent.name === name || !stored?.defined,
        descriptions: description === undefined ? undefined : new Map([[name, redactText(description)]]),
        prerequisites,
        accept,
      });
      return { report: change.report, id: own && change.ids.get(labelOf(own)) };
    } catch (error) {
      if (!(error instanceof Refused) || !refused) throw error;
      return { report: own ? refused : withoutOwn(refused, name) };
    }
  }

  // ───────────────────────────── saving ─────────────────────────────

  /** @throws LimitExceededError when the text is too large to be read at all */
  private async read(rules: string): Promise<EventDescription> {
    const text = await this.reader.read(rules);
    const tooLarge = text.problems.find(({ kind }) => kind === RuleProblemKind.TOO_LARGE);
    if (tooLarge && text.clauses.length === 0) throw new LimitExceededError(tooLarge.message);
    return text;
  }

  private async save(
    { namespace, agent }: Caller,
    domain: string,
    text: EventDescription,
    options: SaveOptions,
  ): Promise<SaveChange> {
    const change = await this.repository.change(namespace, domain, this.context(agent), (reader) =>
      this.planSave(namespace, reader, text, options),
    );
    this.counted(change.report);
    const changed = new Set(change.versions.map(({ id }) => id));
    for (const id of change.ids.values()) {
      const isNew = change.needed.get(id)?.before.size === 0 && changed.has(id);
      saves.inc({ outcome: !changed.has(id) ? 'unchanged' : isNew ? 'new' : 'changed' });
    }
    return change;
  }

  private async planSave(
    namespace: string,
    reader: DomainReader,
    text: EventDescription,
    { only = () => true, descriptions, whole = false, prerequisites, accept }: SaveOptions,
  ): Promise<SaveChange> {
    const domain = reader.domain.name;
    const names = await reader.names();
    const { vocabulary } = domainOf(reader.domain);
    const declaresInput = vocabulary.inputEvents.length > 0 || vocabulary.inputFluents.length > 0;
    const infer = whole && !declaresInput;
    const known = await knownTo(text, reader, names, vocabulary);
    await turn();
    const report = await runInTurns(
      checkRules(text, {
        ...known,
        ...(infer ? { inputEvents: [], inputFluents: [], inferInputs: true } : {}),
        ...(prerequisites ? { prerequisites } : {}),
      }),
    );
    accept?.(report);
    refuseUnsafe(text);
    const cycle = report.problems.find(({ kind }) => kind === RuleProblemKind.CYCLE_WITH_STATICALLY_DETERMINED);
    if (cycle) throw new ConflictError(cycle.message);

    const ids = new FluentIds(domain, names);
    const storedNames = new Map(names.map((node) => [node.id, node]));
    const storedOf = ({ name, arity }: Indicator) => {
      const node = ids.find(name, arity);
      return node && storedNames.get(node.id);
    };
    const written = text.fluents.filter((fluent) => only(fluent, storedOf(fluent)));
    const defined = written.map((fluent) => ({ fluent, node: ids.claim(fluent) }));
    const writtenLabels = new Set(written.map(labelOf));
    const dependencies = text.nameDependencies.filter(({ from }) => writtenLabels.has(labelOf(from)));
    const links = dependencies.map(({ from, to, via, negated }) => ({
      from: ids.claim(from).id,
      to: ids.claim(to).id,
      via,
      negated,
    }));
    const inputs = infer ? inferredInputs(text, dependencies) : new Map<string, never>();
    const texts = await reader.texts([
      ...new Set([...defined.map(({ node }) => node.id), ...links.map(({ to }) => to)]),
    ]);
    const draft = new Draft(namespace, domain, names, texts);

    const writtenIds = new Set(defined.map(({ node }) => node.id));
    const kinds = inputKinds(vocabulary);
    const needed = [...dependencies.map(({ to }) => to), ...[...inputs.values()].map(({ indicator }) => indicator)];
    for (const indicator of needed) {
      const node = ids.claim(indicator);
      if (writtenIds.has(node.id)) continue;
      const stored = storedNames.get(node.id);
      if (stored?.defined) continue;
      const fluentKind = kinds.get(labelOf(indicator)) ?? inputs.get(labelOf(indicator))?.fluentKind;
      draft.set(node, fluentKind === undefined ? {} : { fluentKind });
    }
    const valueDependencies = valueDependenciesOf(text);
    await eachInTurns(defined, ({ fluent, node }) => {
      const description = descriptions?.get(fluent.name);
      draft.set(node, {
        fluentKind: fluent.fluentKind,
        rules: rulesOf(fluent, text, ({ text: written }) => written),
        exportRules: rulesOf(fluent, text, normaliseClause),
        valueDependencies: JSON.stringify(valueDependencies.get(labelOf(fluent)) ?? []),
        ...(description === undefined ? {} : { description }),
      });
    });
    await turn();

    const labels = new Map(
      [...names, ...needed.map((each) => ids.claim(each))].map((node) => [node.id, labelOf(node)]),
    );
    const before = await reader.edges([...writtenIds].filter((id) => storedNames.has(id)));
    const own = (edges: readonly { from: string; to: string }[]) => {
      const needed = new Map([...writtenIds].map((id) => [id, new Set<string>()]));
      for (const { from, to } of edges) if (to !== from) needed.get(from)?.add(labels.get(to) ?? to);
      return (id: string) => needed.get(id) ?? new Set<string>();
    };
    const extractedBefore = before
      .filter(({ extracted }) => extracted)
      .map(({ fluentId, id }) => ({ from: fluentId, to: id }));
    const [neededBefore, neededNow] = [own(extractedBefore), own(links)];
    await turn();
    const nodes = draft.nodes();
    await turn();
    return {
      ...NOTHING,
      nodes,
      versions: defined.flatMap(({ fluent, node }) => {
        const rules = rulesOf(fluent, text, ({ text: written }) => written);
        if (texts.get(node.id)?.rules === rules) return [];
        return [{ id: node.id, versionId: ulid(this.clock.now().getTime()), rules, values: fluent.values }];
      }),
      relinked: [...writtenIds],
      links,
      domain: { ...reader.domain, otherClauses: withOtherClauses(reader.domain.otherClauses, text) },
      report,
      ids: new Map(defined.map(({ fluent, node }) => [labelOf(fluent), node.id])),
      needed: new Map([...writtenIds].map((id) => [id, { before: neededBefore(id), now: neededNow(id) }])),
    };
  }

  private saved({ ids, needed, report }: SaveChange, own: Indicator): SavedRules {
    const id = ids.get(labelOf(own)) ?? '';
    const { before = new Set<string>(), now = new Set<string>() } = needed.get(id) ?? {};
    return {
      id,
      report,
      addedDependencies: [...now].filter((label) => !before.has(label)).sort(),
      removedDependencies: [...before].filter((label) => !now.has(label)).sort(),
    };
  }

  private async findNode(
    namespace: string,
    domain: string,
    name: string,
    arity: number | undefined,
  ): Promise<{ readonly id: string } | undefined> {
    const nodes = await this.repository.findByName(namespace, domain, name);
    return arity === undefined
      ? new FluentIds(domain, nodes).find(name, null)
      : nodes.find((node) => node.arity === arity);
  }

  private context(agent: string | undefined): { now: Date; by: string | null } {
    return { now: this.clock.now(), by: agent ?? null };
  }

  private counted(report: RuleReport): RuleReport {
    for (const { kind, severity } of report.problems) problemsFound.inc({ kind, severity });
    return report;
  }
}

/** What is known beside a text: the values of stored fluents are read as far as its rules lead. */
async function knownTo(
  text: EventDescription,
  reader: DomainReader,
  names: readonly NameRow[],
  vocabulary: Pick<Vocabulary, 'inputEvents' | 'inputFluents' | 'backgroundPredicates'>,
): Promise<Known> {
  const ids = new FluentIds(reader.domain.name, names);
  const needed = text.nameDependencies.flatMap(({ to }) => ids.find(to.name, to.arity) ?? []);
  const reached = await reader.dependencies([...new Set(needed.map(({ id }) => id))]);
  const stored = await reader.valueDependencies(reached.filter(({ defined }) => defined).map(({ id }) => id));
  const dependencies = new Map([...stored].map(([id, json]) => [id, JSON.parse(json) as ValueDependencies]));
  return knownBeside(text, names, vocabulary, dependencies);
}

/** @throws BadUserInputError when Prolog would act on a clause, other than a directive, while it loads the rules */
function refuseUnsafe({ clauses, problems }: EventDescription): void {
  if (!problems.some(({ kind }) => kind === RuleProblemKind.UNSAFE_CLAUSE)) return;
  const unsafe = clauses.find((clause) => clause.unsafe !== null && !clause.text.startsWith(':-'));
  const message = `rules: the clause at line ${unsafe?.line ?? 0} is ${unsafe?.unsafe ?? 'unsafe'}, which Prolog would act on when the rules are loaded; nothing was stored`;
  throw BadUserInputError.of('rules', 'unsafeClause', message);
}

function namedBy(label: string): { readonly name: string; readonly arity: number | null } {
  return indicatorOf(label) ?? { name: label, arity: null };
}

function domainRow(row: DomainRow, { descriptions, ...lists }: Vocabulary): DomainRow {
  return { ...row, ...lists, descriptions: JSON.stringify(descriptions) };
}

function nothingOf(name: string, text: EventDescription): string {
  const [first] = text.problems;
  const others = text.fluents.map(labelOf);
  if (others.length > 0) return `The rules define ${others.slice(0, 5).join(', ')}, and nothing named ${name}`;
  const where = typeof first?.line === 'number' ? ` (line ${first.line})` : '';
  return `The rules define nothing named ${name}${first ? `: ${first.message}${where}` : ''}`;
}

/** The report of rules that lack what they were asked for. */
function withoutOwn(report: RuleReport, name: string): RuleReport {
  const message = `No rule defines ${name}: write its rules, with ${name} in their heads.`;
  const lacking = problem(RuleProblemKind.WRONG_HEAD, message, null, name);
  return { ...report, valid: false, problems: [lacking, ...report.problems] };
}
