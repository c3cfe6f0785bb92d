import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, LimitExceededError, NotFoundError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { compare } from '../common/text.js';
import { eachInTurns, runInTurns, turn } from '../common/turns.js';
import { checkRules } from '../rtec/check-rules.js';
import {
  Draft,
  inferredInputs,
  inputKinds,
  orderOf,
  rulesOf,
  valueDependenciesOf,
  withOtherClauses,
} from './domain-draft.js';
import { readVocabulary } from './domain-input.js';
import { type DefinedFluent, type EventDescription, FluentKind, type Indicator } from '../rtec/event-description.js';
import { exportedText } from '../rtec/export-rules.js';
import { checkDomain, FluentIds, labelOf } from '../rtec/fluent-names.js';
import { normaliseClause } from '../rtec/normalise.js';
import { MAX_STORED_TEXT, RulesReader } from '../rtec/prolog/rules-reader.js';
import { knownTo, versionOf, withoutRules } from './known-rules.js';
import { nothingOf, refuse, withoutOwn } from '../rtec/refusals.js';
import { type RuleProblem, RuleProblemKind, type RuleReport, Severity } from '../rtec/report.model.js';
import { ImportMode, type VocabularyInput } from './fluents.inputs.js';
import type { SavedFluent } from './fluents.model.js';
import { ChangeDoor } from '../versions/change.model.js';
import { type DomainChange, domainOf, type DomainReader, FluentsRepository, NOTHING } from './fluents.repository.js';
import { writeBy, type WriteContext } from './write-context.js';
import type { NameRow } from './fluents.statements.js';

/**
 * Effect of a text on a domain: fluents and events as name/arity, in the order of the text. Removed ones are ordered by
 * name.
 */
export interface RulesDifference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
}

/** Result of an import of rules: the changes that it made or would make. */
export interface ImportedRules extends RulesDifference {
  readonly ids: readonly string[];
  readonly report: RuleReport;
  /** Hash of the domain's rules before the import. */
  readonly baseVersion: string;
}

/** Options of an import of rules; the import is refused if the domain no longer has `expectedVersion`. */
export interface ImportOptions {
  readonly mode?: ImportMode | undefined;
  readonly dryRun?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly expectedVersion?: string | undefined;
}

/** Result of saving one fluent, by its id. */
export type SavedRules = Omit<SavedFluent, 'fluent'> & { readonly id: string };

/** Options for saving a text: the parts to store, and the conditions. */
export interface SaveOptions {
  /** Operation of the service that writes, recorded with the change. */
  readonly door: ChangeDoor;
  /** Selects the fluents of the text that are stored, default all. */
  readonly only?: ((fluent: DefinedFluent, stored: NameRow | undefined) => boolean) | undefined;
  /** Descriptions of fluents of the text, by name. */
  readonly descriptions?: ReadonlyMap<string, string | null> | undefined;
  /** Descriptions of stored fluents, by id; the text need not define them. */
  readonly described?: ReadonlyMap<string, string | null> | undefined;
  /**
   * If true, fluents that the text does not define lose their rules, and the domain's other clauses become those of the
   * text. Imports and restores of a domain always set it; if it is undefined, no base version is computed.
   */
  readonly replace?: boolean | undefined;
  /** Ids of fluents that lose their rules, even if the text defines them. */
  readonly emptied?: ReadonlySet<string> | undefined;
  /** All clauses of the domain that define no fluent; default: those of the text are added to the stored ones. */
  readonly otherClauses?: readonly string[] | undefined;
  /** Expected current version numbers, by ref. */
  readonly expected?: ReadonlyMap<string, number> | undefined;
  /** With `replace`: replaces stored rules even if the text has errors. */
  readonly force?: boolean | undefined;
  /** If true, only the effect is computed, and no rules are refused. */
  readonly dryRun?: boolean | undefined;
  readonly expectedVersion?: string | undefined;
  readonly prerequisites?: readonly string[] | undefined;
  /** Throws if, according to the report, the text must not be stored. */
  readonly accept?: ((report: RuleReport) => void) | undefined;
  /** The undo that writes, if it is one. */
  readonly undo?: WriteContext['undo'];
}

interface SaveChange extends DomainChange {
  readonly report: RuleReport;
  readonly difference: RulesDifference;
  readonly baseVersion: string;
  /** Ids of the stored fluents, by name/arity, in the order of the text. */
  readonly ids: ReadonlyMap<string, string>;
  /** Labels of each fluent's dependencies before and after the save, by the fluent's id. */
  readonly needed: ReadonlyMap<string, { readonly before: ReadonlySet<string>; readonly now: ReadonlySet<string> }>;
}

const saves = new Counter({
  name: 'heartwood_rules_saves_total',
  help: 'Fluents and events whose rules were saved, by outcome: new, changed, unchanged',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});
const problemsFound = new Counter({
  name: 'heartwood_rules_problems_total',
  help: 'Problems found in rules that were checked or saved',
  labelNames: ['kind', 'severity'] as const,
  registers: [metrics],
});

/** Thrown to abort the save of generated rules that must not be stored. */
class Refused extends Error {}

/** Parses, checks, saves and exports rules as text. */
@Injectable()
export class RulesService {
  constructor(
    private readonly repository: FluentsRepository,
    private readonly reader: RulesReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces the rules of a fluent, and of all other fluents that the text defines; earlier versions are kept. Clauses
   * that define no fluent are added to the domain. Rules with problems are stored as well, and the problems are
   * reported, except in these cases:
   *
   * @throws BadUserInputError when the text does not define the fluent, or has a clause that Prolog would act on when
   *   the rules are loaded; nothing is stored then
   * @throws ConflictError when a statically determined value would lie on a cycle; the message names its path
   */
  async saveFluent(
    caller: Caller,
    domain: string,
    { name, rules, description }: { name: string; rules: string; description?: string | undefined },
  ): Promise<SavedRules> {
    checkDomain(domain);
    const text = await this.read(caller, rules);
    const own = text.fluents.find((fluent) => fluent.name === name);
    if (!own) throw BadUserInputError.of('rules', 'definesName', nothingOf(name, text));
    const descriptions = description === undefined ? undefined : new Map([[name, description]]);
    return this.saved(await this.save(caller, domain, text, { door: ChangeDoor.SAVE_FLUENT, descriptions }), own);
  }

  /**
   * Imports a whole event description, split into its fluents. MERGE adds it to the stored rules. REPLACE makes it the
   * only rules: other fluents keep their name, versions, trust and evidence, but lose their rules.
   *
   * @throws BadUserInputError when the text has a clause that Prolog would act on when the rules are loaded, or, with
   *   REPLACE and without `force`, has errors; nothing is stored then
   * @throws ConflictError when a statically determined value would lie on a cycle, or the domain no longer has the
   *   expected version; nothing is stored then
   */
  async importRules(
    caller: Caller,
    domain: string,
    rules: string,
    { mode, dryRun = false, force = false, expectedVersion }: ImportOptions = {},
  ): Promise<ImportedRules> {
    checkDomain(domain);
    const text = await this.read(caller, rules);
    const replace = mode === ImportMode.REPLACE;
    const options = { door: ChangeDoor.IMPORT_RULES, replace, dryRun, force, expectedVersion };
    const { ids, report, difference, baseVersion } = dryRun
      ? await this.planned(caller.namespace, domain, text, options)
      : await this.save(caller, domain, text, options);
    return { ids: [...ids.values()], report, ...difference, baseVersion };
  }

  private async planned(
    namespace: string,
    domain: string,
    text: EventDescription,
    options: SaveOptions,
  ): Promise<SaveChange> {
    const row = await this.repository.findDomain(namespace, domain);
    const reader = row ? this.repository.reader(namespace, row) : this.repository.readerOfNew(namespace, domain);
    return this.planSave(namespace, reader, text, options);
  }

  /** Checks rules without storing them. A domain that does not exist is treated as empty. */
  async checkRules(
    namespace: string,
    domain: string,
    rules: string,
    vocabulary?: VocabularyInput,
  ): Promise<RuleReport> {
    return this.counted(await this.judge(namespace, domain, rules, vocabulary));
  }

  private async judge(
    namespace: string,
    domain: string,
    rules: string,
    vocabulary?: VocabularyInput,
  ): Promise<RuleReport> {
    checkDomain(domain);
    const given = await readVocabulary(vocabulary ?? {}, 'vocabulary');
    const text = await this.reader.read(rules, { caller: namespace });
    const row = await this.repository.findDomain(namespace, domain);
    const reader = row ? this.repository.reader(namespace, row) : this.repository.readerOfNew(namespace, domain);
    const stored = domainOf(reader.domain).vocabulary;
    const known = await knownTo(text, reader, await reader.names(), {
      inputEvents: [...stored.inputEvents, ...(given.inputEvents ?? [])],
      inputFluents: [...stored.inputFluents, ...(given.inputFluents ?? [])],
      backgroundPredicates: [...stored.backgroundPredicates, ...(given.backgroundPredicates ?? [])],
    });
    const inferInputs = ![stored.inputEvents, stored.inputFluents, given.inputEvents, given.inputFluents].some(
      (list) => (list?.length ?? 0) > 0,
    );
    return runInTurns(checkRules(text, { ...known, inferInputs }));
  }

  /**
   * The domain as one event description: clauses that define no fluent first, then each fluent after its dependencies.
   * Prefix `not` is written `\+`; all other text is as it was saved. Clauses that Prolog would execute when the text is
   * consulted are omitted, and a comment at the top lists them. Such clauses were stored before they were refused.
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
    return exportedText(parts, (text) => this.reader.read(text, { caller: namespace, most: MAX_STORED_TEXT }));
  }

  // ───────────────────────────── for generation ─────────────────────────────

  /** True if the rules define a fluent of this name and have no errors when checked in this domain. */
  async isSound(namespace: string, domain: string, name: string, rules: string): Promise<boolean> {
    const { valid, defines } = await this.judge(namespace, domain, rules);
    return valid && defines.some((label) => label.startsWith(`${name}/`));
  }

  /** Predicates, name/arity, that the rules call or define, except those of RTEC and Prolog. */
  async predicatesOf(namespace: string, rules: string): Promise<string[]> {
    const { called, helpers } = await this.reader.read(rules, { caller: namespace });
    return [...new Set([...called, ...helpers.map(labelOf)])].sort(compare);
  }

  /**
   * Stores rules that a language model wrote for an activity, and rules in the same text for fluents that have none
   * yet. Fluents whose rules the model repeated, such as prerequisites, keep their stored rules.
   *
   * @returns the report, and the id of the activity's fluent if the rules were valid and stored
   */
  async saveGenerated(
    caller: Caller,
    domain: string,
    activity: {
      readonly name: string;
      readonly description?: string | undefined;
      readonly prerequisites: readonly string[];
      /** Whether rules with a name that is hardly meant are not stored, so that the model is asked about it. */
      readonly asksAboutNames: boolean;
    },
    rules: string,
  ): Promise<{ readonly report: RuleReport; readonly id?: string | undefined }> {
    const { name, description, prerequisites, asksAboutNames } = activity;
    const text = await this.reader.read(rules, { caller: caller.namespace });
    const own = text.fluents.find((fluent) => fluent.name === name);
    let refused: RuleReport | undefined;
    const accept = (report: RuleReport) => {
      const isDoubtful = asksAboutNames && report.problems.some(isDoubt);
      refused = !own || !report.valid || isDoubtful ? report : undefined;
      if (refused) throw new Refused();
    };
    try {
      const change = await this.save(caller, domain, text, {
        door: ChangeDoor.GENERATE_RULES,
        only: (fluent, stored) => fluent.name === name || !stored?.defined,
        descriptions: description === undefined ? undefined : new Map([[name, description]]),
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

  /** @throws LimitExceededError when the text is too large for any clause to be read */
  private async read({ namespace }: Caller, rules: string): Promise<EventDescription> {
    const text = await this.reader.read(rules, { caller: namespace });
    const tooLarge = text.problems.find(({ kind }) => kind === RuleProblemKind.TOO_LARGE);
    if (tooLarge && text.clauses.length === 0) throw new LimitExceededError(tooLarge.message);
    return text;
  }

  /** Stores a parsed text. The method is public because restoring earlier versions uses it, too. */
  async save(caller: Caller, domain: string, text: EventDescription, options: SaveOptions): Promise<SaveChange> {
    const { namespace } = caller;
    const { door, expected, undo } = options;
    const context = { ...writeBy(caller, door, undo?.change.at ?? this.clock.now()), expected, undo };
    const change = await this.repository.change(namespace, domain, context, (reader) =>
      this.planSave(namespace, reader, text, options),
    );
    this.counted(change.report);
    const changed = new Set(change.values.map(({ id }) => id));
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
    options: SaveOptions,
  ): Promise<SaveChange> {
    const { only = () => true, descriptions, described, replace = false, prerequisites, accept } = options;
    const domain = reader.domain.name;
    const rows = await reader.names();
    const own = new Set(text.fluents.map(labelOf));
    const loses = (row: NameRow) => options.emptied?.has(row.id) || (replace && row.defined && !own.has(labelOf(row)));
    const emptied = new Set(rows.filter(loses).map(({ id }) => id));
    const names = rows.map((row) => (emptied.has(row.id) ? withoutRules(row) : row));
    // The base version is computed only for imports and restores, because all rules of the domain have to be read for
    // it.
    const baseVersion = options.replace === undefined ? '' : await versionOf(reader, rows);
    if (options.expectedVersion !== undefined && options.expectedVersion !== baseVersion) {
      throw new ConflictError(`The rules of ${domain} have changed since version ${options.expectedVersion}`);
    }
    const { vocabulary } = domainOf(reader.domain);
    const infer = vocabulary.inputEvents.length === 0 && vocabulary.inputFluents.length === 0;
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
    if (!options.dryRun) refuse(text, report, replace && !options.force);

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
      ...new Set([
        ...[...defined.map(({ node }) => node.id), ...links.map(({ to }) => to), ...emptied],
        ...(described?.keys() ?? []),
      ]),
    ]);
    const draft = new Draft(namespace, domain, rows, texts);

    const writtenIds = new Set(defined.map(({ node }) => node.id));
    const kinds = inputKinds(vocabulary);
    const needed = [...dependencies.map(({ to }) => to), ...[...inputs.values()].map(({ indicator }) => indicator)];
    for (const indicator of needed) {
      const node = ids.claim(indicator);
      if (writtenIds.has(node.id)) continue;
      const stored = storedNames.get(node.id);
      if (stored?.defined) continue;
      // A name from an imported dictionary or a description is expected to be defined later, so it is not inferred as
      // input.
      const inferred = stored?.named ? undefined : inputs.get(labelOf(indicator))?.fluentKind;
      const fluentKind = kinds.get(labelOf(indicator)) ?? inferred;
      draft.set(node, fluentKind === undefined ? {} : { fluentKind });
    }
    for (const row of rows.filter(({ id }) => emptied.has(id))) {
      const fluentKind = kinds.get(labelOf(row)) ?? FluentKind.UNDEFINED;
      const without = { rules: null, exportRules: null, valueDependencies: null };
      draft.set(row, { fluentKind, named: true, ...without });
    }
    for (const row of rows) if (described?.has(row.id)) draft.set(row, describedAs(described.get(row.id)));
    const isUnchanged = (fluent: Indicator) => known.unchanged?.includes(labelOf(fluent)) ?? false;
    const valueDependencies = valueDependenciesOf(text);
    await eachInTurns(defined, ({ fluent, node }) => {
      const described = describedAs(descriptions?.get(fluent.name));
      if (isUnchanged(fluent)) {
        draft.set(node, described);
        return;
      }
      draft.set(node, {
        fluentKind: fluent.fluentKind,
        rules: rulesOf(fluent, text, ({ text: written }) => written),
        exportRules: rulesOf(fluent, text, normaliseClause),
        valueDependencies: JSON.stringify(valueDependencies.get(labelOf(fluent)) ?? []),
        ...described,
      });
    });
    await turn();

    const labels = new Map(
      [...names, ...needed.map((each) => ids.claim(each))].map((node) => [node.id, labelOf(node)]),
    );
    const before = await reader.edges([...writtenIds].filter((id) => storedNames.has(id)));
    const neededBy = (edges: readonly { from: string; to: string }[]) => {
      const needed = new Map([...writtenIds].map((id) => [id, new Set<string>()]));
      for (const { from, to } of edges) if (to !== from) needed.get(from)?.add(labels.get(to) ?? to);
      return (id: string) => needed.get(id) ?? new Set<string>();
    };
    const extractedBefore = before
      .filter(({ extracted }) => extracted)
      .map(({ fluentId, id }) => ({ from: fluentId, to: id }));
    const [neededBefore, neededNow] = [neededBy(extractedBefore), neededBy(links)];
    await turn();
    const nodes = draft.nodes();
    await turn();
    return {
      ...NOTHING,
      nodes,
      values: defined.flatMap(({ fluent, node }) => {
        const rules = rulesOf(fluent, text, ({ text: written }) => written);
        if (isUnchanged(fluent) || texts.get(node.id)?.rules === rules) return [];
        return [{ id: node.id, values: fluent.values }];
      }),
      relinked: [...writtenIds, ...emptied],
      links,
      emptied: [...emptied],
      domain: {
        ...reader.domain,
        otherClauses: options.otherClauses ?? withOtherClauses(replace ? [] : reader.domain.otherClauses, text),
      },
      report,
      difference: {
        added: written.filter((fluent) => !storedOf(fluent)?.defined).map(labelOf),
        changed: written.filter((fluent) => storedOf(fluent)?.defined && !isUnchanged(fluent)).map(labelOf),
        removed: rows.filter(({ id }) => emptied.has(id)).map(labelOf),
        unchanged: written.filter(isUnchanged).map(labelOf),
      },
      baseVersion,
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
    for (const { kind, severity, count } of report.problems) problemsFound.inc({ kind, severity }, count);
    return report;
  }
}

/** Whether a problem is that of a name that is taken for an input, but close to one that is defined. */
function isDoubt({ kind, severity }: RuleProblem): boolean {
  return kind === RuleProblemKind.SIMILAR_NAME && severity === Severity.WARNING;
}

function describedAs(description: string | null | undefined): { readonly description?: string | null } {
  return description === undefined ? {} : { description };
}
