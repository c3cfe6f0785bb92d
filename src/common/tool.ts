import { DiscoveryService } from '@nestjs/core';
import type { z } from 'zod';
import type { Caller } from './caller.js';

// What agents can do over MCP. A feature declares its tools in `<feature>.tools.ts`, in a provider marked
// `@AgentTools()`; src/mcp finds the marked providers at start and serves them. Tools call services and hold no rules.

/** What a client may show or decide by; see the MCP specification. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** snake_case, the feature first: `knowledge_search`. */
  readonly name: string;
  readonly title: string;
  /** For the agent: when to use it, and what it gives. */
  readonly description: string;
  /** A strict object, with snake_case names, bounds and defaults. A null is taken as absent. */
  readonly input: Input;
  readonly output: Output;
  readonly hints: ToolHints;
  run(caller: Caller, input: z.output<Input>): Promise<z.input<Output>>;
}

/** A tool whose input is checked when it runs. */
export type Tool = ToolDefinition<z.ZodObject, z.ZodObject>;

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  return definition;
}

/** Something an agent can read by its address. */
export interface ResourceTemplate {
  /** Each variable stands for one encoded part of the path: `heartwood://fluent/{domain}/{name}`. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /**
   * @param values of the variables, decoded, in their order
   * @returns undefined when there is no such thing
   */
  read(caller: Caller, ...values: string[]): Promise<string | undefined>;
}

/** A prompt that people pick in their client. */
export interface AgentPrompt {
  /** snake_case: `plan_task`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /**
   * @param given arguments by name, all of them known ones, the required ones present
   * @returns what the user says, in order
   */
  get(caller: Caller, given: Readonly<Record<string, string>>): Promise<readonly string[]>;
}

export interface AgentToolSet {
  readonly tools: readonly Tool[];
  readonly resources?: readonly ResourceTemplate[];
  readonly prompts?: readonly AgentPrompt[];
}

/** Marks a provider that is an AgentToolSet. */
export const AgentTools = DiscoveryService.createDecorator<object>();
