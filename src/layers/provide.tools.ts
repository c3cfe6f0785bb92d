import { z } from 'zod';
import type { Caller } from '../common/caller.js';
import { AgentTools, type AgentToolSet, defineTool } from '../common/tool.js';
import { validateInput } from '../common/validation.js';
import { PROVIDE, ProvideKnowledgeArgs } from './provide.inputs.js';
import { FeedConflict, TemplateEngine } from './provide.model.js';
import { KnowledgeProvider } from './provide.service.js';

const infoType = z.string().min(1).max(PROVIDE.infoType);

const provideInput = z.strictObject({
  query: z.string().max(PROVIDE.query).describe('The user’s request, in plain words. Nothing in it is an operator.'),
  entity_id: z.string().min(1).max(512).optional().describe('For whom or what the prompt is: user:alice.'),
  top_k: z
    .int()
    .min(PROVIDE.topK.min)
    .max(PROVIDE.topK.max)
    .default(PROVIDE.topK.default)
    .describe('Most hits of the search; pieces of relations come beside.'),
  depth: z
    .int()
    .min(0)
    .max(PROVIDE.depth.max)
    .default(PROVIDE.depth.default)
    .describe('Most steps from the entity along its relations.'),
  templates: z
    .array(
      z.strictObject({
        info_type: infoType.describe('The section it writes.'),
        engine: z.enum(TemplateEngine),
        template: z
          .string()
          .min(1)
          .max(PROVIDE.template)
          .describe('Gets info_type, query, entity_id, metadata, global_metadata, pieces, relations and text.'),
      }),
    )
    .max(PROVIDE.templates)
    .optional()
    .describe('How sections are written; those without one have the default format.'),
  feed: z.record(z.string(), z.unknown()).optional().describe('Values of the placeholders of a prompt, by name.'),
  conflict: z
    .enum(FeedConflict)
    .default(FeedConflict.FEED_ONLY)
    .describe('Where feed and knowledge have one name: knowledge alone, the feed’s value alone, or both.'),
  metadata_info_type: infoType
    .default(PROVIDE.metadataInfoType)
    .describe('The section that what is known of the entity itself goes to.'),
});

const provideOutput = z.strictObject({
  sections: z
    .array(z.strictObject({ info_type: z.string(), text: z.string(), tokens: z.int().min(0) }))
    .describe(
      'user_profile: what to personalize for. instructions: rules to obey. context: background. skills: techniques you can use.',
    ),
  feed: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The given feed with the sections in it; null without a feed.'),
});

@AgentTools()
export class ProvideTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_provide',
      title: 'Get knowledge by prompt section',
      description:
        'Gives what experts wrote down for a user and a request, sorted into the sections of a prompt: user_profile, instructions, context, skills. Call it when you know for whom you work; for all kinds of knowledge in one text within a token budget, use knowledge_context.',
      input: provideInput,
      output: provideOutput,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, input) => this.provide(caller, input),
    }),
  ];

  constructor(private readonly provider: KnowledgeProvider) {}

  private async provide(caller: Caller, input: z.output<typeof provideInput>): Promise<z.input<typeof provideOutput>> {
    const { query, depth, feed, conflict, entity_id, top_k, templates, metadata_info_type } = input;
    const args = validateInput(ProvideKnowledgeArgs, {
      query,
      depth,
      conflict,
      topK: top_k,
      metadataInfoType: metadata_info_type,
      ...(entity_id !== undefined && { entityId: entity_id }),
      ...(templates && {
        templates: templates.map(({ info_type, engine, template }) => ({ infoType: info_type, engine, template })),
      }),
      ...(feed && { feed }),
    });
    const provided = await this.provider.provideKnowledge(caller, args);
    return {
      sections: provided.sections.map(({ infoType, text, tokens }) => ({ info_type: infoType, text, tokens })),
      // Without a feed it would say the sections again: what a tool returns is paid for in the agent's own context.
      feed: feed ? { ...provided.feed } : null,
    };
  }
}
