import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type {
  ListPromptsResult,
  ListResourceTemplatesResult,
  ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../common/caller.js';
import { Refusals } from '../audit/refusals.js';
import {
  BadUserInputError,
  DomainError,
  type FieldProblem,
  ForbiddenError,
  OutcomeUnknownError,
} from '../common/errors.js';
import { collectingRedactions, redactInput } from '../secrets/door.js';
import type { Redaction } from '../secrets/redact.js';
import { withIdempotencyKey } from '../common/idempotency.js';
import { assertRole, hasRole } from '../common/roles.js';
import { compare } from '../common/text.js';
import { Workers } from '../common/workers/workers.js';
import { type AgentPrompt, AgentTools, type AgentToolSet, type ResourceTemplate, type Tool } from '../common/tool.js';
import { ToolInput } from './tool.input.js';
import { ToolOutput } from './tool.output.js';

/** The result of a tool call, or the reason for its failure. */
export type ToolOutcome =
  | {
      readonly output: Record<string, unknown>;
      readonly texts?: readonly string[] | undefined;
      /** Secrets that were redacted in the arguments. */
      readonly redacted: readonly Redaction[];
    }
  | {
      readonly failure: {
        readonly code: string;
        readonly message: string;
        readonly fields?: readonly FieldProblem[];
        /** For OUTCOME_UNKNOWN. */
        readonly idempotencyKey?: string | null;
        readonly repeat?: 'SAFE' | 'READ_FIRST';
      };
    };

type ListedTool = ListToolsResult['tools'][number];
type ListedPrompt = ListPromptsResult['prompts'][number];

interface ServedTool {
  readonly tool: Tool;
  readonly input: ToolInput;
  readonly output: ToolOutput;
  readonly listed: ListedTool;
}

interface ServedPrompt {
  readonly prompt: AgentPrompt;
  readonly input: ToolInput;
  readonly listed: ListedPrompt;
}

/** Registry of all tools and resources that the features declare. It also runs them. */
@Injectable()
export class ToolRegistry implements OnApplicationBootstrap {
  private readonly logger = new Logger(ToolRegistry.name);
  private readonly tools = new Map<string, ServedTool>();
  private readonly resources: ResourceTemplate[] = [];
  private readonly prompts = new Map<string, ServedPrompt>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly refusals: Refusals,
    private readonly workers: Workers,
  ) {}

  // The types used by tools are complete only together with the GraphQL schema, which the bootstrap follows.
  onApplicationBootstrap(): void {
    const found = this.discovery
      .getProviders({ metadataKey: AgentTools.KEY })
      .map(({ instance }) => instance as unknown as AgentToolSet);
    for (const tool of found.flatMap((set) => set.tools)) {
      if (this.tools.has(tool.name)) throw new Error(`Two tools are named ${tool.name}`);
      this.tools.set(tool.name, served(tool));
    }
    this.resources.push(...found.flatMap((set) => set.resources ?? []));
    for (const prompt of found.flatMap((set) => set.prompts ?? [])) this.prompts.set(prompt.name, servedPrompt(prompt));
  }

  /** Tools that the caller may call, by name; without a caller, all tools. */
  listTools(caller: Pick<Caller, 'role'> = {}): ListToolsResult['tools'] {
    const may = ({ tool }: ServedTool) => hasRole(caller, tool.role, true);
    return [...this.tools.values()]
      .filter(may)
      .map(({ listed }) => listed)
      .sort((a, b) => compare(a.name, b.name));
  }

  listResourceTemplates(): ListResourceTemplatesResult['resourceTemplates'] {
    return this.resources.map(({ uriTemplate, name, title, description, mimeType }) => ({
      uriTemplate,
      name,
      title,
      description,
      mimeType,
    }));
  }

  listPrompts(): ListPromptsResult['prompts'] {
    return [...this.prompts.values()].map(({ listed }) => listed);
  }

  /**
   * @returns the texts of the user message; undefined when the prompt does not exist
   * @throws DomainError
   */
  async getPrompt(
    caller: Caller,
    name: string,
    given: Readonly<Record<string, string>>,
  ): Promise<{ readonly description: string; readonly texts: readonly string[] } | undefined> {
    const found = this.prompts.get(name);
    if (!found) return undefined;
    const { prompt, input } = found;
    return {
      description: prompt.description,
      texts: await this.asked(input, given, (read) => prompt.get(caller, read)),
    };
  }

  has(tool: string): boolean {
    return this.tools.has(tool);
  }

  /**
   * Validates the arguments and runs the tool. Failures are returned as an outcome, since agents can act on them; the
   * cause of an internal failure is only logged.
   */
  async call(caller: Caller, name: string, given: Readonly<Record<string, unknown>>): Promise<ToolOutcome> {
    const found = this.tools.get(name);
    if (!found) throw new Error(`There is no tool ${name}`);
    const { args, key } = withIdempotencyKey(given, found.input.keyPlace);
    try {
      assertRole(caller, found.tool.role, name);
      const redactions: Redaction[] = [];
      const answer = await collectingRedactions(redactions, () =>
        this.asked(found.input, args, (input) => found.tool.run(caller, input)),
      );
      const redacted = redactions.map(({ path, rule }) => ({ path: found.input.nameOf(path), rule }));
      return { output: found.output.of(answer), texts: found.tool.texts?.(answer), redacted };
    } catch (error) {
      if (error instanceof ForbiddenError) this.refusals.note({ ...caller, operation: name });
      if (!(error instanceof DomainError)) {
        this.logger.error(`${name} failed`, error instanceof Error ? error.stack : String(error));
        return { failure: { code: 'INTERNAL', message: 'Internal error; the log of the service has it' } };
      }
      const { code, message } = error;
      if (error instanceof OutcomeUnknownError) {
        const { idempotencyKey, repeat } = error.withKey(key);
        return { failure: { code, message, idempotencyKey, repeat } };
      }
      return { failure: { code, message, ...(error instanceof BadUserInputError && { fields: error.fields }) } };
    }
  }

  /**
   * @returns undefined when the URI matches no template, or the resource does not exist
   * @throws DomainError
   */
  async read(caller: Caller, uri: string): Promise<{ readonly mimeType: string; readonly text: string } | undefined> {
    for (const resource of this.resources) {
      const values = valuesIn(uri, resource.uriTemplate);
      if (values === undefined) continue;
      const text = await resource.read(caller, ...values);
      return text === undefined ? undefined : { mimeType: resource.mimeType, text };
    }
    return undefined;
  }

  /** Reads the arguments and passes them on; argument names also replace property names in later errors. */
  private async asked<Answer>(
    input: ToolInput,
    given: Readonly<Record<string, unknown>>,
    ask: (input: object) => Promise<Answer>,
  ): Promise<Answer> {
    const read = input.read(given);
    try {
      return await ask(await redactInput(read, this.workers));
    } catch (error) {
      throw error instanceof BadUserInputError ? input.renamed(error) : error;
    }
  }
}

function served(tool: Tool): ServedTool {
  const { name, title, description, hints, lowerCase = false, configured } = tool;
  const input = new ToolInput(tool.input, { lowerCase, ...(configured && { configured }) });
  const output = new ToolOutput(tool.output, lowerCase);
  const listed = {
    name,
    title,
    description,
    inputSchema: input.schema(),
    outputSchema: output.schema(input.namesInTexts),
    annotations: { title, ...hints },
  };
  return { tool, input, output, listed };
}

function servedPrompt(prompt: AgentPrompt): ServedPrompt {
  const input = new ToolInput(prompt.input, { only: prompt.asks });
  const { name, title, description } = prompt;
  return { prompt, input, listed: { name, title, description, arguments: input.list() } };
}

/** Decoded values of the template's variables; undefined if the URI does not match. */
function valuesIn(uri: string, template: string): string[] | undefined {
  const parts = template.split('/');
  const given = uri.split('/');
  if (given.length !== parts.length) return undefined;
  const values: string[] = [];
  for (const [index, part] of parts.entries()) {
    const encoded = given[index] ?? '';
    if (!/^\{\w+\}$/.test(part)) {
      if (encoded !== part) return undefined;
      continue;
    }
    const value = decoded(encoded);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function decoded(encoded: string): string | undefined {
  if (encoded === '') return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
