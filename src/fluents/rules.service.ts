import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ulid } from 'ulid';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, LimitExceededError, NotFoundError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { redactText } from '../common/redact.js';
import { redactLongText } from '../common/redact.task.js';
import { Workers } from '../common/workers/workers.js';
import { eachInTurns, runInTurns, turn } from '../common/turns.js';
import { checkRules } from './check-rules.js';
import {
  Draft,
  inferredInputs,
  inputKinds,
  knownBeside,
  orderOf,
  rulesOf,
  type ValueDependencies,
  valueDependenciesOf,
  withOtherClauses,
} from './domain-draft.js';
import { readVocabulary } from './domain-input.js';
import type { DefinedFluent, EventDescription, Indicator, Known } from './event-description.js';
import { exportedText } from './export-rules.js';
import { checkDomain, FluentIds, labelOf } from './fluent-names.js';
import { normaliseClause } from './normalise.js';
import { problem } from './problems.js';
import { MAX_STORED_TEXT, RulesReader } from './prolog/rules-reader.js';
import { RuleProblemKind, type RuleReport } from './report.model.js';
import type { VocabularyInput } from './fluents.inputs.js';
import type { SavedFluent, Vocabulary } from './fluents.model.js';
import { type DomainChange, domainOf, type DomainReader, FluentsRepository, NOTHING } from './fluents.repository.js';
import type { NameRow } from './fluents.statements.js';

export interface ImportedRules {
  readonly ids: readonly string[];
  readonly report: RuleReport;
}

export type SavedRules = Omit<SavedFluent, 'fluent'> & { readonly id: string };

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

/** Ends a generated save that must not be stored. */
class Refused extends Error {}

/** Rules as text: read, judged, saved, and written out again. */
@Injectable()
export class RulesService {
  constructor(
    private readonly repository: FluentsRepository,
    private readonly reader: RulesReader,
    private readonly clock: Clock,
    private readonly workers: Workers,
  ) {}

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
    const text = await this.reader.read(await redactLongText(rules, this.workers));
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
    const text = await this.reader.read(await redactLongText(rules, this.workers));
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
    const change = await this.repository.change(
      namespace,
      domain,
      { now: this.clock.now(), by: agent ?? null },
      (reader) => this.planSave(namespace, reader, text, options),
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
