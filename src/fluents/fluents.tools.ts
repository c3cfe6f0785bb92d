import { z } from 'zod';
import type { Caller } from '../common/caller.js';
import { type AgentPrompt, AgentTools, type AgentToolSet, defineTool, type ResourceTemplate } from '../common/tool.js';
import { FluentKind } from './event-description.js';
import { labelOf } from './fluent-names.js';
import { GenerationService } from './generation.service.js';
import { RuleProblemKind, type RuleReport, Severity } from './report.model.js';
import { RULE_LIMITS } from './fluents.inputs.js';
import { DependencySource, type Fluent } from './fluents.model.js';
import { FluentsService } from './fluents.service.js';
import { RulesService } from './rules.service.js';
import { DependenciesService } from './dependencies.service.js';

const domain = z.string().min(1).max(RULE_LIMITS.domain).describe('Domain (application), such as MSA.');
const name = z.string().min(1).max(RULE_LIMITS.name).describe('Name of the fluent or event, without its arguments.');
const arity = z
  .int()
  .min(0)
  .max(255)
  .optional()
  .describe('Where several share the name; the first of them unless given.');
const rulesText = z
  .string()
  .min(1)
  .max(RULE_LIMITS.rules)
  .describe('RTEC rules as Prolog text, without fences. Nothing in them is run.');
const description = z.string().min(1).max(RULE_LIMITS.description).optional().describe('What it is, in plain words.');
const kind = z.enum(FluentKind);

const fluentOutput = z.strictObject({
  id: z.string(),
  domain: z.string(),
  name: z.string(),
  arity: z.int().nullable().describe('Null while it is only named.'),
  kind: kind.describe('What it is; UNDEFINED: named, without rules.'),
  values: z.array(z.strictObject({ value: z.string(), kind })),
  description: z.string().nullable(),
  rules: z.string().nullable().describe('Null while it is only named, and of input.'),
});
const brief = z.strictObject({ name: z.string(), arity: z.int().nullable(), kind, has_rules: z.boolean() });
const reportOutput = z.strictObject({
  valid: z.boolean().describe('No problem is an ERROR.'),
  problems: z.array(
    z.strictObject({
      kind: z.enum(RuleProblemKind),
      severity: z.enum(Severity),
      message: z.string().describe('What to do about it.'),
      predicate: z.string().nullable(),
      line: z.int().nullable(),
      column: z.int().nullable(),
    }),
  ),
  clauses_read: z.int().min(0),
  defines: z.array(z.string()),
  dependencies: z.array(z.string()),
});

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** RuleKB for agents: the memory of learned fluents, and what rests on what. */
@AgentTools()
export class FluentsTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'fluent_get',
      title: 'Get a fluent',
      description: 'Gives a learned RTEC fluent or event: its rules, kind, values and description.',
      input: z.strictObject({ domain, name, arity }),
      output: fluentOutput,
      hints: READS,
      run: async ({ namespace }, input) =>
        toFluent(await this.fluents.getFluent(namespace, input.domain, input.name, input.arity)),
    }),
    defineTool({
      name: 'fluent_list',
      title: 'List fluents',
      description:
        'Lists what a domain knows: fluents and events by name, with their kind and whether they have rules.',
      input: z.strictObject({
        domain,
        names: z.array(name).max(500).optional().describe('Only these; all unless given.'),
        first: z.int().min(1).max(500).default(100),
        after: z.string().max(4_096).optional().describe('next of the page before.'),
      }),
      output: z.strictObject({
        fluents: z.array(brief),
        total: z.int().min(0),
        next: z.string().nullable().describe('Hand it back as after; null at the end.'),
      }),
      hints: READS,
      run: async ({ namespace }, { domain, names, first, after }) => {
        const page = await this.fluents.listFluents(namespace, domain, {
          names,
          first,
          ...(after === undefined ? {} : { after }),
        });
        return {
          fluents: page.nodes.map(toBrief),
          total: await page.totalCount,
          next: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null,
        };
      },
    }),
    defineTool({
      name: 'fluent_save',
      title: 'Save a fluent',
      description:
        'Keeps the rules of a fluent; those it had before stay as an earlier version. Tells what is wrong with them. Refused are rules that define nothing of that name, and a cycle with a statically determined value on it. Call rules_check first to see problems without saving.',
      input: z.strictObject({ domain, name, rules: rulesText, description }),
      output: z.strictObject({
        fluent: fluentOutput,
        report: reportOutput,
        added_dependencies: z.array(z.string()),
        removed_dependencies: z.array(z.string()),
      }),
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, { domain, name, rules, description }) => {
        const saved = await this.rules.saveFluent(caller, domain, { name, rules, description });
        return {
          fluent: toFluent(await this.fluents.getById(caller.namespace, saved.id)),
          report: toReport(saved.report),
          added_dependencies: [...saved.addedDependencies],
          removed_dependencies: [...saved.removedDependencies],
        };
      },
    }),
    defineTool({
      name: 'fluent_dependencies',
      title: 'Get what a fluent needs',
      description:
        'Gives what a fluent rests on, each after what it needs itself, and which of it has no rules yet. Direct ones come with where they are from: DECLARED, EXTRACTED (read from rules) or BOTH.',
      input: z.strictObject({
        domain,
        name,
        arity,
        transitive: z.boolean().default(true).describe('Also what those need.'),
      }),
      output: z.strictObject({
        fluents: z.array(brief),
        direct: z.array(
          z.strictObject({
            fluent: z.string(),
            source: z.enum(DependencySource),
            via: z.array(z.string()),
            negated: z.boolean(),
          }),
        ),
        missing: z.array(z.string()).describe('Named, without rules and no input.'),
        depth: z.int().min(0),
      }),
      hints: READS,
      run: async ({ namespace }, { domain, name, arity, transitive }) => {
        const { id } = await this.fluents.getFluent(namespace, domain, name, arity);
        const [{ ids, missing, depth }, direct] = await Promise.all([
          this.dependencies.closureOf(namespace, id, transitive),
          this.dependencies.dependsOn(namespace, id),
        ]);
        const [fluents, needed] = await Promise.all([
          this.fluents.loadFluents(namespace, ids),
          this.fluents.findFluents(
            namespace,
            direct.map(({ fluentId }) => fluentId),
          ),
        ]);
        return {
          fluents: fluents.map(toBrief),
          direct: direct.flatMap(({ fluentId, source, via, negated }) => {
            const fluent = needed.get(fluentId);
            return fluent ? [{ fluent: labelOf(fluent), source, via: [...via], negated }] : [];
          }),
          missing: [...missing],
          depth,
        };
      },
    }),
    defineTool({
      name: 'rules_prompt',
      title: 'Get the prompt for rules',
      description:
        'Gives the system and user messages to write the rules of an activity with: all definitions it rests on, its description and the vocabulary. Write the rules with them, then fluent_save.',
      input: z.strictObject({
        domain,
        activity: name,
        description,
        max_tokens: z.int().min(1).max(RULE_LIMITS.maxTokens).optional().describe('Most tokens of both messages.'),
      }),
      output: z.strictObject({
        system: z.string(),
        user: z.string(),
        injected: z.array(z.string()),
        missing: z.array(z.string()),
        proposed: z.array(z.string()).describe('Of the injected ones, those a search proposed.'),
        tokens: z.int().min(0),
      }),
      hints: READS,
      run: async (caller, { domain, activity, description, max_tokens: maxTokens }) => {
        const prompt = await this.generation.rulePrompt(caller, domain, { activity, description, maxTokens });
        const { system, user, injected, missing, proposed, tokens } = prompt;
        return { system, user, injected: [...injected], missing: [...missing], proposed: [...proposed], tokens };
      },
    }),
    defineTool({
      name: 'rules_check',
      title: 'Check rules',
      description:
        'Reads RTEC rules and judges them against what the domain knows: syntax errors, undefined fluents and events, wrong arities, cycles, and more, each with its line. Stores nothing.',
      input: z.strictObject({ domain, rules: rulesText }),
      output: reportOutput,
      hints: READS,
      run: async ({ namespace }, { domain, rules }) => toReport(await this.rules.checkRules(namespace, domain, rules)),
    }),
  ];

  readonly resources: readonly ResourceTemplate[] = [
    {
      uriTemplate: 'heartwood://fluent/{domain}/{name}',
      name: 'fluent',
      title: 'RTEC fluent',
      description: 'The rules of a fluent, with its description as a comment.',
      mimeType: 'text/plain',
      read: async ({ namespace }: Caller, domain = '', name = '') => {
        const fluent = await this.fluents.findFluent(namespace, domain, name);
        return fluent && toText(fluent);
      },
    },
  ];

  readonly prompts: readonly AgentPrompt[] = [
    {
      name: 'generate_rules',
      title: 'Generate RTEC rules',
      description: 'Write the rules of an activity with every definition it rests on, then save them.',
      arguments: [
        { name: 'domain', description: 'Domain (application), such as MSA.', required: true },
        { name: 'activity', description: 'The fluent or event to define.', required: true },
        {
          name: 'description',
          description: 'What it is, in plain words; the stored one unless given.',
          required: false,
        },
      ],
      get: async (caller, { domain = '', activity = '', description }) => {
        const { system, user } = await this.generation.rulePrompt(caller, domain, { activity, description });
        return [
          `${system}\n\n${user}`,
          'Check the rules with rules_check, mend every error, then keep them with fluent_save.',
        ];
      },
    },
  ];

  constructor(
    private readonly fluents: FluentsService,
    private readonly rules: RulesService,
    private readonly dependencies: DependenciesService,
    private readonly generation: GenerationService,
  ) {}
}

function toFluent(fluent: Fluent): z.input<typeof fluentOutput> {
  const { id, domain, name, arity, fluentKind, values, description, rules } = fluent;
  return {
    id,
    domain,
    name,
    arity,
    kind: fluentKind,
    values: values.map(({ value, fluentKind: kind }) => ({ value, kind })),
    description,
    rules,
  };
}

function toBrief({ name, arity, fluentKind, rules }: Fluent): z.input<typeof brief> {
  return { name, arity, kind: fluentKind, has_rules: rules !== null };
}

function toReport({ valid, problems, clausesRead, defines, dependencies }: RuleReport): z.input<typeof reportOutput> {
  return {
    valid,
    problems: problems.map(({ kind, severity, message, predicate, line, column }) => {
      return { kind, severity, message, predicate, line, column };
    }),
    clauses_read: clausesRead,
    defines: [...defines],
    dependencies: [...dependencies],
  };
}

function toText(fluent: Fluent): string {
  const { description, rules, fluentKind } = fluent;
  const heading = `% ${labelOf(fluent)}: ${fluentKind.toLowerCase().replaceAll('_', ' ')}`;
  const comment = description === null ? [] : description.split(/\r?\n/).map((line) => `% ${line}`);
  return [heading, ...comment, ...(rules === null ? [] : [rules])].join('\n');
}
