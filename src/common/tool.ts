import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ObjectType } from '@nestjs/graphql';
import type { Caller } from './caller.js';
import type { Role } from './roles.js';

// Declarations of what agents can use over MCP. A feature declares its tools in `<feature>.tools.ts`, in a provider
// marked `@AgentTools()`; src/mcp finds these providers at start and serves them. Tools only call services: their
// arguments are input classes that GraphQL uses, too, and their answers consist of GraphQL's object types.

/** Hints by which a client displays a tool or asks for consent; see the MCP specification. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Default and maximum of an argument that are taken from the service's settings instead of the class. */
export interface ConfiguredArgument {
  readonly default: unknown;
  /** The maximum that agents see. The service itself enforces it. */
  readonly max?: number;
}

/** An MCP tool as features declare it with `defineTool`. */
export interface ToolDefinition<Input extends object, Output extends object> {
  /** Name of the tool in snake_case, beginning with the feature: `knowledge_search`. */
  readonly name: string;
  /** The role that the caller's API key needs. */
  readonly role: Role;
  readonly title: string;
  /** Text for the agent: when to use the tool, and what it returns. */
  readonly description: string;
  /**
   * Class of the arguments, declared with the decorators of `validation.ts`. Agents see its fields in snake_case, with
   * their bounds and defaults. A null is treated as absent; an argument that the class does not have is refused.
   */
  readonly input: Type<Input>;
  /** Arguments with configured values, by property name. */
  readonly configured?: Readonly<Partial<Record<keyof Input, ConfiguredArgument>>>;
  /**
   * Object type of the answer. Agents see its fields in snake_case; other properties of the value that `run` returns
   * are left out.
   */
  readonly output: Type<Output>;
  /** True if agents write and read enum values in lower case. */
  readonly lowerCase?: boolean;
  readonly hints: ToolHints;
  run(caller: Caller, input: Input): Promise<Output>;
  /** Text blocks that clients see instead of the answer as JSON. */
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
 * Declares an object type that only tools use and that the GraphQL schema does not show. Fields that mean the same as
 * in other object types are taken from these (`PickType`, `OmitType`).
 */
export function ToolObject(): ClassDecorator {
  return ObjectType({ isAbstract: true });
}

/** A resource that an agent can read by its URI. */
export interface ResourceTemplate {
  /** URI with variables, each for one encoded part of the path: `heartwood://fluent/{domain}/{name}`. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /**
   * @param values decoded values of the variables, in order
   * @returns the text; undefined when the resource does not exist
   */
  read(caller: Caller, ...values: string[]): Promise<string | undefined>;
}

/** A prompt that users pick in their MCP client. */
export interface PromptDefinition<Input extends object> {
  /** snake_case: `plan_task`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Class of the arguments, as of a tool. */
  readonly input: Type<Input>;
  /** Text fields that the prompt asks for, in this order. */
  readonly asks: readonly (keyof Input & string)[];
  /** @returns the texts of the user's messages, in order */
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
