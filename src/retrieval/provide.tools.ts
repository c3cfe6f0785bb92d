import { Extensions, Field } from '@nestjs/graphql';
import { ContextSection } from '../common/context-section.js';
import { JSONValue } from '../common/scalars.js';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { ProvideKnowledgeArgs } from './provide.inputs.js';
import { SECTIONS } from './provide.model.js';
import { KnowledgeProvider } from './provide.service.js';

@ToolObject()
class ProvidedSections {
  // Without the data, from which the text was written: it would cost the agent its tokens twice.
  @Field(() => [ContextSection], { description: SECTIONS })
  readonly sections!: readonly ContextSection[];

  @Field(() => JSONValue, {
    nullable: true,
    description: 'The given feed with the sections in it; null without a feed.',
  })
  @Extensions({ type: 'object' })
  readonly feed!: Readonly<Record<string, unknown>> | null;
}

@AgentTools()
export class ProvideTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_provide',
      role: 'reader',
      title: 'Get knowledge by prompt section',
      description:
        'Returns knowledge that experts wrote for a user and a request, grouped into the sections of a prompt: user_profile (the user to personalize for), instructions (rules to obey), context (background) and skills (techniques that you can use). Call it if you know for whom you work. To get all kinds of knowledge in one text within a token budget, use knowledge_context.',
      input: ProvideKnowledgeArgs,
      output: ProvidedSections,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, args) => {
        const provided = await this.provider.provideKnowledge(caller, args);
        // Without a feed, the field would only repeat the sections, which would cost the agent context tokens.
        return args.feed ? provided : { ...provided, feed: null };
      },
    }),
  ];

  constructor(private readonly provider: KnowledgeProvider) {}
}
