import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { BadUserInputError } from '../common/errors.js';
import { compare } from '../common/text.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import { fluentKind } from './fluents.kind.js';
import { SearchService } from '../search/search.service.js';
import { descriptionOf } from './domain-draft.js';
import { FluentKind } from '../rtec/event-description.js';
import { checkDomain, indicatorOf, labelOf, nameProblem, wordsOf } from '../rtec/fluent-names.js';
import { RULE_LIMITS } from './fluents.inputs.js';
import type { Domain, Fluent, RulePrompt } from './fluents.model.js';
import { cut, type PromptFluent, type PromptVocabulary, systemPrompt, userPrompt } from '../rtec/rules.prompt.js';
import { FluentsRepository } from './fluents.repository.js';
import { FluentsService } from './fluents.service.js';
import type { NameRow } from './fluents.statements.js';
import { type Example, EXAMPLES_OF_A_KIND, examplesOf } from '../rtec/prompt-examples.js';
import { RulesService } from './rules.service.js';
import { DependenciesService } from './dependencies.service.js';

interface Prepared extends RulePrompt {
  readonly description: string | null;
  /** Names of the definitions that are known as dependencies, without those that a search proposed. */
  readonly prerequisites: readonly string[];
}

/** Maximum number of definitions that a search proposes if an activity's dependencies are unknown. */
const MAX_PROPOSED = 5;
/** Worked examples: maximum number of candidates per kind, and maximum length of an example in characters. */
const MAX_CANDIDATES = 20;
const MAX_EXAMPLE = 1_500;
/** Maximum number of characters of rules that are parsed to find the predicates they call. */
const MAX_READ = 60_000;
/** Builds the prompts with which a language model writes rules. */
@Injectable()
export class RulePrompts {
  constructor(
    private readonly fluents: FluentsService,
    private readonly rules: RulesService,
    private readonly dependencies: DependenciesService,
    private readonly repository: FluentsRepository,
    private readonly search: SearchService,
    private readonly tokens: TokenCounter,
  ) {}

  /**
   * The prompt with which a language model writes the rules of an activity: all definitions that the activity depends
   * on, its description and the vocabulary, with what a generation needs besides. If the dependencies are unknown, a search
   * proposes definitions.
   *
   * @throws NotFoundError when there is no such domain
   * @throws BadUserInputError when the prompt exceeds `maxTokens` even without definitions
   */
  async rulePrompt(
    caller: Caller,
    domain: string,
    input: {
      readonly activity: string;
      readonly description?: string | undefined;
      readonly maxTokens?: number | undefined;
    },
  ): Promise<Prepared> {
    const { namespace } = caller;
    const { maxTokens = RULE_LIMITS.maxTokens } = input;
    checkDomain(domain);
    const { name: activity, arity } = indicatorOf(input.activity) ?? { name: input.activity, arity: undefined };
    const wrong = nameProblem(activity);
    if (wrong !== undefined) throw BadUserInputError.of('activity', 'name', `activity: ${wrong}`);
    const [stored, known, names] = await Promise.all([
      this.fluents.getDomain(namespace, domain),
      this.fluents.findFluent(namespace, domain, activity, arity),
      this.repository.listNames(namespace, domain),
    ]);
    const description = input.description ?? known?.description ?? null;
    const { fluents, distances, missing } = await this.prerequisites(caller, stored, known, activity, description);
    const proposals = await this.examples(
      caller,
      domain,
      names,
      new Set([activity, ...fluents.map(({ name }) => name)]),
    );
    const called = await this.called(caller, stored, [...fluents, ...proposals]);
    const user = userPrompt(activity, description, vocabularyOf(stored, names, called), missing);
    const count = (text: string) => this.tokens.count(text);
    const userTokens = await count(user);
    const fits = async (chosen: readonly PromptFluent[]) =>
      (await count(systemPrompt(activity, chosen))) + userTokens <= maxTokens;
    const tokens = maxTokens - userTokens - (await count(systemPrompt(activity, [])));
    if (tokens < 0) {
      const message = `maxTokens must be at least ${maxTokens - tokens}: the question alone has as many, without any definition`;
      throw BadUserInputError.of('maxTokens', 'holdsQuestion', message);
    }
    const chosen = await cut(fluents, distances, { tokens, count, fits });
    // Definitions take precedence over examples: if a definition is missing, the rules will be wrong; if an example is
    // missing, they may still be right.
    const shown: Example[] = [];
    for (const example of proposals) {
      const whole = (await count(systemPrompt(activity, chosen, [...shown, example]))) + userTokens;
      if (whole <= maxTokens) shown.push(example);
    }
    const system = systemPrompt(activity, chosen, shown);
    const left = proposals.filter((example) => !shown.includes(example)).map(({ label }) => `example ${label}`);
    return {
      system,
      user,
      injected: chosen.map(({ label }) => label),
      omitted: [...fluents.filter((fluent) => !chosen.includes(fluent)).map(({ label }) => label), ...left],
      examples: shown.map(({ label }) => label),
      missing,
      proposed: chosen.filter(({ proposed }) => proposed).map(({ label }) => label),
      tokens: (await this.tokens.count(system)) + userTokens,
      description,
      prerequisites: chosen.filter(({ proposed, direct }) => direct && !proposed).map(({ name }) => name),
    };
  }

  /** Worked examples: valid definitions of the domain, shortest first, then the examples built into the service. */
  private async examples(
    { namespace }: Caller,
    domain: string,
    names: readonly NameRow[],
    given: ReadonlySet<string>,
  ): Promise<readonly Example[]> {
    const kinds = [FluentKind.SIMPLE, FluentKind.STATICALLY_DETERMINED] as const;
    const candidates = kinds.map((kind) =>
      names.filter(({ fluentKind, defined, name }) => defined && fluentKind === kind && !given.has(name)),
    );
    const own: Example[] = [];
    for (const [index, kind] of kinds.entries()) {
      const ids = (candidates[index] ?? []).slice(0, MAX_CANDIDATES).map(({ id }) => id);
      const found = (await this.fluents.loadFluents(namespace, ids)).flatMap(({ rules, ...fluent }) =>
        rules === null || rules.length > MAX_EXAMPLE ? [] : [{ ...fluent, rules }],
      );
      let valid = 0;
      for (const fluent of found.toSorted((a, b) => a.rules.length - b.rules.length || compare(a.id, b.id))) {
        if (valid === EXAMPLES_OF_A_KIND) break;
        const { name, rules, description } = fluent;
        if (!(await this.rules.isSound(namespace, domain, name, rules))) continue;
        own.push({ label: labelOf(fluent), fluentKind: kind, description, rules, isOwn: true });
        valid += 1;
      }
    }
    return examplesOf(own);
  }

  /** Predicates, name/arity, that the given rules and the domain's other clauses call or define, except RTEC's own. */
  private async called(
    { namespace }: Caller,
    { otherClauses }: Domain,
    given: readonly { readonly rules: string; readonly isOwn?: boolean }[],
  ): Promise<readonly string[]> {
    let room = MAX_READ;
    const rules = given.filter(({ isOwn }) => isOwn !== false).map((each) => each.rules);
    const parts = [...rules, ...otherClauses].filter((part) => (room -= part.length + 2) >= 0);
    return parts.length === 0 ? [] : this.rules.predicatesOf(namespace, parts.join('\n\n'));
  }

  /** Definitions in dependency order, the distance of each from the activity, and names without a definition. */
  private async prerequisites(
    caller: Caller,
    domain: Domain,
    known: Fluent | undefined,
    activity: string,
    description: string | null,
  ): Promise<{ fluents: PromptFluent[]; distances: ReadonlyMap<string, number>; missing: readonly string[] }> {
    const { namespace } = caller;
    const closure = known && (await this.dependencies.closureOf(namespace, known.id, true));
    if (closure && closure.ids.length > 0) {
      const distances = await this.dependencies.distancesFrom(namespace, known.id);
      const fluents = await this.fluents.loadFluents(namespace, closure.ids);
      return {
        fluents: fluents.flatMap((fluent) => promptFluent(fluent, distances.get(fluent.id) === 1, false)),
        distances: new Map(fluents.map((fluent) => [labelOf(fluent), distances.get(fluent.id) ?? Infinity])),
        missing: closure.missing,
      };
    }
    // The activity is known to have no dependencies: its rules, or the imported dependency graph, show none.
    if (known && (known.rules !== null || (await this.dependencies.isDeclared(namespace, domain.name, known.id)))) {
      return { fluents: [], distances: new Map(), missing: [] };
    }
    const fluents = await this.propose(caller, domain.name, activity, description);
    return { fluents, distances: new Map(), missing: [] };
  }

  private async propose(
    caller: Caller,
    domain: string,
    activity: string,
    description: string | null,
  ): Promise<PromptFluent[]> {
    const { hits } = await this.search.search(caller, {
      query: `${wordsOf(activity)} ${activity} ${description ?? ''}`,
      kinds: [fluentKind.name],
      filter: { domain },
      // More hits than MAX_PROPOSED are requested, because hits without rules are dropped below.
      first: 4 * MAX_PROPOSED,
    });
    const defined = hits
      .map(({ knowledge }) => knowledge as Fluent)
      .filter(({ name, rules }) => rules !== null && name !== activity)
      .slice(0, MAX_PROPOSED);
    const order = await this.dependencies.inOrder(
      caller.namespace,
      defined.map(({ id }) => id),
    );
    const byId = new Map(defined.map((fluent) => [fluent.id, fluent]));
    return order.flatMap((id) => byId.get(id) ?? []).flatMap((fluent) => promptFluent(fluent, true, true));
  }
}

function promptFluent(fluent: Fluent, direct: boolean, proposed: boolean): PromptFluent[] {
  const { name, rules, description } = fluent;
  return rules === null ? [] : [{ label: labelOf(fluent), name, rules, description, direct, proposed }];
}

/** The declared vocabulary, input inferred from rules stored without a vocabulary, and predicates that rules call. */
function vocabularyOf({ vocabulary }: Domain, stored: readonly NameRow[], called: readonly string[]): PromptVocabulary {
  const withInferred = (declared: readonly string[], kind: FluentKind) =>
    [
      ...new Set([
        ...declared,
        ...stored.filter(({ fluentKind, arity }) => fluentKind === kind && arity !== null).map(labelOf),
      ]),
    ].sort(compare);
  const named = (labels: readonly string[]) =>
    labels.map((label) => {
      const indicator = indicatorOf(label);
      return { label, meaning: indicator && descriptionOf(vocabulary, indicator) };
    });
  const { inputEvents, inputFluents, backgroundPredicates } = vocabulary;
  return {
    inputEvents: named(withInferred(inputEvents, FluentKind.INPUT_EVENT)),
    inputFluents: named(withInferred(inputFluents, FluentKind.INPUT_FLUENT)),
    backgroundPredicates: named([...new Set([...backgroundPredicates, ...called])].sort(compare)),
  };
}
