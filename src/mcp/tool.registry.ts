import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type {
  ListPromptsResult,
  ListResourceTemplatesResult,
  ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Caller } from '../common/caller.js';
import { BadUserInputError, DomainError, type FieldProblem } from '../common/errors.js';
import { compare } from '../common/text.js';
import { type AgentPrompt, AgentTools, type AgentToolSet, type ResourceTemplate, type Tool } from '../common/tool.js';

/** What a tool gave, or why it gave nothing. */
export type ToolOutcome =
  | { readonly output: Record<string, unknown> }
  | {
      readonly failure: { readonly code: string; readonly message: string; readonly fields?: readonly FieldProblem[] };
    };

/** All tools and resources the features declare, and the way to run them. */
@Injectable()
export class ToolRegistry implements OnModuleInit {
  private readonly logger = new Logger(ToolRegistry.name);
  private readonly tools = new Map<string, Tool>();
  private readonly resources: ResourceTemplate[] = [];
  private readonly prompts = new Map<string, AgentPrompt>();
  private listed: ListToolsResult['tools'] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const found = this.discovery
      .getProviders({ metadataKey: AgentTools.KEY })
      .map(({ instance }) => instance as unknown as AgentToolSet);
    for (const tool of found.flatMap((set) => set.tools)) {
      if (this.tools.has(tool.name)) throw new Error(`Two tools are named ${tool.name}`);
      this.tools.set(tool.name, tool);
    }
    this.resources.push(...found.flatMap((set) => set.resources ?? []));
    for (const prompt of found.flatMap((set) => set.prompts ?? [])) this.prompts.set(prompt.name, prompt);
    this.listed = [...this.tools.values()].sort((a, b) => compare(a.name, b.name)).map(describe);
  }

  /** By name. */
  listTools(): ListToolsResult['tools'] {
    return this.listed;
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
    return [...this.prompts.values()].map(({ name, title, description, arguments: given }) => ({
      name,
      title,
      description,
      arguments: given.map((argument) => ({ ...argument })),
    }));
  }

  /**
   * @returns what the user says; undefined when there is no such prompt
   * @throws DomainError
   */
  async getPrompt(
    caller: Caller,
    name: string,
    given: Readonly<Record<string, string>>,
  ): Promise<{ readonly description: string; readonly texts: readonly string[] } | undefined> {
    const prompt = this.prompts.get(name);
    if (!prompt) return undefined;
    const known = new Set(prompt.arguments.map((argument) => argument.name));
    const missing = prompt.arguments.filter((argument) => argument.required && given[argument.name] === undefined);
    const wrong = [
      ...missing.map(({ name: path }) => ({ path, rule: 'isRequired', message: `${path} is required` })),
      ...Object.keys(given)
        .filter((path) => !known.has(path))
        .map((path) => ({ path, rule: 'unrecognized_keys', message: `${path} is not an argument of this prompt` })),
    ];
    if (wrong.length > 0) throw new BadUserInputError(wrong);
    return { description: prompt.description, texts: await prompt.get(caller, given) };
  }

  has(tool: string): boolean {
    return this.tools.has(tool);
  }

  /**
   * Checks the arguments and runs the tool. What goes wrong is an outcome, since an agent can act on it; the cause of
   * what it cannot act on goes to the log alone.
   */
  async call(caller: Caller, name: string, given: Readonly<Record<string, unknown>>): Promise<ToolOutcome> {
    const tool = this.tools.get(name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    try {
      return { output: await tool.run(caller, parse(tool.input, given)) };
    } catch (error) {
      if (!(error instanceof DomainError)) {
        this.logger.error(`${name} failed`, error instanceof Error ? error.stack : String(error));
        return { failure: { code: 'INTERNAL', message: 'Internal error; the log of the service has it' } };
      }
      const { code, message } = error;
      return { failure: { code, message, ...(error instanceof BadUserInputError && { fields: error.fields }) } };
    }
  }

  /**
   * @returns undefined when the address is of no template, or there is nothing at it
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
}

function describe({ name, title, description, input, output, hints }: Tool): ListToolsResult['tools'][number] {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as ListToolsResult['tools'][number]['inputSchema'],
    outputSchema: z.toJSONSchema(output, { io: 'input' }) as ListToolsResult['tools'][number]['outputSchema'],
    annotations: { title, ...hints },
  };
}

function parse(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  throw new BadUserInputError(result.error.issues.flatMap(problems));
}

function problems(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const at = path === '' ? key : `${path}.${key}`;
      return { path: at, rule: issue.code, message: `${at} is not a field of this tool` };
    });
  }
  return [{ path, rule: issue.code, message: `${path}: ${issue.message}` }];
}

/** The decoded values of the template's variables; undefined where the address does not match. */
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
