import { readFileSync } from 'node:fs';
import { freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { sharedLlm } from '../support/shared-service.js';
import { contextService, type TestService } from '../context/support.js';

export const data = (name: string): string => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8');
export const json = <Value>(name: string): Value => JSON.parse(data(name)) as Value;

/** Facts about one fluent in the true graphs. */
export interface TrueGraph {
  readonly fluents: readonly {
    readonly name: string;
    readonly arity: number;
    readonly kind: string;
    readonly level: number;
    readonly dependsOn: readonly {
      readonly name: string;
      readonly arity: number;
      readonly type: string;
      readonly via: readonly string[];
      readonly negated: boolean;
    }[];
  }[];
  readonly inputEvents: readonly { readonly name: string; readonly arity: number }[];
  readonly inputFluents: readonly { readonly name: string; readonly arity: number }[];
  readonly order: readonly string[];
}

export interface GraphqlError {
  readonly message: string;
  readonly extensions: {
    readonly code: string;
    readonly fields?: readonly { readonly path: string; readonly rule: string }[];
  };
}

export interface RulesTestService {
  readonly service: TestService;
  readonly llm: OpenAiServer;
  close(): Promise<void>;
}

/** Starts the whole service, with a language model that answers from a script, by default the one that files share. */
export async function startRules(llm?: OpenAiServer): Promise<RulesTestService> {
  llm ??= await sharedLlm();
  const service = await contextService(llm.environment);
  return {
    service,
    llm,
    close: async () => {
      await service.close();
      await llm.close();
    },
  };
}

/** Creates a namespace, with functions that send requests in it. */
export function client(service: TestService) {
  const namespace = freshNamespace();
  return {
    namespace,
    ask: <Data = Record<string, never>>(
      query: string,
      variables: object = {},
      headers: Record<string, string> = {},
    ): Promise<Data> => service.data<Data>(namespace, query, variables, headers),
    refuse: async (query: string, variables: object = {}): Promise<GraphqlError> => {
      const { data: given, errors } = await service.graphql(namespace, query, variables);
      const [error] = errors ?? [];
      if (!error) throw new Error(`Expected an error, got ${JSON.stringify(given)}`);
      return error as unknown as GraphqlError;
    },
  };
}
