import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ObjectType } from '@nestjs/graphql';
import type { Caller } from './caller.js';
import type { Role } from './roles.js';

// What agents can do over MCP. A feature declares its tools in `<feature>.tools.ts`, in a provider marked
// `@AgentTools()`; src/mcp finds the marked providers at start and serves them. Tools call services and hold no rules:
// what a tool takes is a class of inputs that GraphQL takes, too, and its answer consists of GraphQL's object types.

/** What a client may show or decide by; see the MCP specification. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What the settings of the service say of an argument, in place of the class. */
export interface ConfiguredArgument {
  readonly default: unknown;
  /** Listed for agents; the service itself refuses more. */
  readonly max?: number;
}

/** An MCP tool as features declare it with `defineTool`. */
export interface ToolDefinition<Input extends object, Output extends object> {
  /** snake_case, the feature first: `knowledge_search`. */
  readonly name: string;
  /** What the caller's API key must allow. */
  readonly role: Role;
  readonly title: string;
  /** For the agent: when to use it, and what it gives. */
  readonly description: string;
  /**
   * Class of the arguments, declared with the decorators of `validation.ts`. Agents see its fields in snake_case, with
   * their bounds and defaults. A null is taken as absent; an argument that the class does not have is refused.
   */
  readonly input: Type<Input>;
  /** By the property's name. */
  readonly configured?: Readonly<Partial<Record<keyof Input, ConfiguredArgument>>>;
  /** Object type of the answer. Agents see its fields in snake_case; what else the value of `run` has is left out. */
  readonly output: Type<Output>;
  /** Agents write and read the values of enums in small letters. */
  readonly lowerCase?: boolean;
  readonly hints: ToolHints;
  run(caller: Caller, input: Input): Promise<Output>;
  /** What clients read as text, a block each, in place of the answer as JSON. */
  texts?(answer: Output): readonly string[];
}

/** A tool whose input is checked before it runs. */
export type Tool = ToolDefinition<object, object>;

export function defineTool<Input extends object, Output extends object>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  return definition;
}

/**
 * An object type of tools alone, which the schema of GraphQL does not show. It is made of fields of other object types
 * (`PickType`, `OmitType`) where those say the same.
 */
export function ToolObject(): ClassDecorator {
  return ObjectType({ isAbstract: true });
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
export interface PromptDefinition<Input extends object> {
  /** snake_case: `plan_task`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Class of the arguments, as of a tool. */
  readonly input: Type<Input>;
  /** Text fields that the prompt asks for, in this order. */
  readonly asks: readonly (keyof Input & string)[];
  /** @returns what the user says, in order */
  get(caller: Caller, input: Input): Promise<readonly string[]>;
}

/** A prompt that MCP clients list, with the names of its arguments. */
export interface AgentPrompt extends Omit<PromptDefinition<object>, 'asks'> {
  readonly asks: readonly string[];
}

export function definePrompt<Input extends object>(definition: PromptDefinition<Input>): AgentPrompt {
  return definition;
}

/** Tools, resources and prompts of one feature: the shape of a provider that has the decorator {@link AgentTools}. */
export interface AgentToolSet {
  readonly tools: readonly Tool[];
  readonly resources?: readonly ResourceTemplate[];
  readonly prompts?: readonly AgentPrompt[];
}

/** Marks a provider that is an AgentToolSet. */
export const AgentTools = DiscoveryService.createDecorator<object>();
