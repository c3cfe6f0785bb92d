import { setTimeout as sleep } from 'node:timers/promises';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { GraphQLSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Config } from '../../src/config/config.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { kinds } from '../../src/kinds.js';
import { FoldCheck } from '../../src/moving/folds.js';
import { type RunningService, startService } from '../../src/service.js';
import { GIVEN } from '../graph/every-mutation.js';
import { inconsistencies } from '../layers/support.js';
import { argumentsOf, DOORS } from '../mcp/support.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';
import { Draw } from './draw.js';
import { drawCall, rootFields, type RootType } from './graphql-calls.js';
import { valueOf, type ValueSchema } from './schema-values.js';

/** Calls under way at the same time. */
const AT_ONCE = 8;
/** Longest time without an answer, in ms; loading the demo data takes minutes on a busy machine. */
const PATIENCE_MS = 300_000;
/** Time for which a subscription listens, in ms. */
const LISTENING_MS = 50;
const ADMIN = 'fuzz-admin-key-with-enough-characters';

/** Codes that no input may cause. */
const NEVER = /^(INTERNAL|OUTCOME_UNKNOWN|DATABASE_(?!UNAVAILABLE)\w+)$/;
/** On a busy machine the database may be silent for 5 s. An input that makes it unavailable would do so more often. */
const SILENT_IN_THOUSAND = 1;
/** Probability that a value breaks a rule, of half of the calls; the others keep most rules, so that many succeed. */
const HOSTILITY = 0.12;
const HARMLESS = 0.01;

/** Counts what calls came to. */
export class Tally {
  /** Calls that a person must look at, with their arguments. */
  readonly failures: string[] = [];
  /** How often each field or tool was called, and how often without an error. */
  readonly called = new Map<string, number>();
  readonly succeeded = new Map<string, number>();
  readonly codes = new Map<string, number>();

  count(name: string, codes: readonly string[]): void {
    add(this.called, name);
    if (codes.length === 0) add(this.succeeded, name);
    for (const code of new Set(codes.length === 0 ? ['none'] : codes)) add(this.codes, code);
  }

  /** Adds a failure if the database was unavailable too often. */
  close(calls: number): this {
    const silent = this.codes.get('DATABASE_UNAVAILABLE') ?? 0;
    if (silent > Math.ceil((calls / 1_000) * SILENT_IN_THOUSAND)) this.failures.push(`${silent} DATABASE_UNAVAILABLE`);
    return this;
  }

  fail(what: string, sent: unknown, answer: string): void {
    if (this.failures.length >= 50) return;
    this.failures.push(`${what}: ${answer.slice(0, 600)}\n  sent ${JSON.stringify(sent).slice(0, 1_500)}`);
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: ValueSchema;
  readonly outputSchema: object;
}

interface Rpc {
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: unknown;
    readonly tools?: readonly ListedTool[];
  };
  readonly error?: { readonly code: number; readonly message: string };
  /** Of requests that are refused before the protocol, such as those that are nested too deeply. */
  readonly errors?: Answer['errors'];
}

interface FuzzedOptions {
  /** Settings that name its database; default the one of the run. */
  readonly connection?: Readonly<Record<string, string>>;
}

/** A service to which random calls are sent. */
export class FuzzedService {
  readonly namespaces = [freshNamespace(), freshNamespace(), freshNamespace()];
  readonly schema: GraphQLSchema;
  private readonly graph: GraphService;
  /** What answers contained, by namespace and kind. */
  private readonly known = new Map(this.namespaces.map((namespace) => [namespace, new Map<string, string[]>()]));
  private fresh = 0;

  private constructor(
    private readonly service: RunningService,
    private readonly config: Config,
    private readonly llm: OpenAiServer,
  ) {
    this.graph = service.app.get(GraphService, { strict: false });
    this.schema = service.app.get(GraphQLSchemaHost, { strict: false }).schema;
  }

  static async start({ connection = {} }: FuzzedOptions = {}): Promise<FuzzedService> {
    // A language model that refuses every request: without one, sessions are not accepted.
    const llm = await OpenAiServer.start();
    llm.answerBy(() => ({ status: 400 }));
    const settings = {
      ...connection,
      ...llm.environment,
      API_KEYS: `${ADMIN}:*`,
      LOG_LEVEL: process.env['FUZZ_LOG'] ?? 'silent',
    };
    const config = testConfig(settings);
    return new FuzzedService(await startService(config), config, llm);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.llm.close();
  }

  /** Sends random operations of the whole schema. */
  async graphql(calls: number, seed: number): Promise<Tally> {
    const tally = new Tally();
    const roots: RootType[] = ['query', 'mutation', 'mutation', 'mutation', 'query', 'subscription'];
    const fields = Object.fromEntries(
      [...new Set(roots)].map((root) => [root, rootFields(this.schema, root)]),
    ) as Record<RootType, string[]>;
    await this.inParallel(calls, seed, async (draw, n) => {
      const namespace = this.goToNamespace(draw);
      // Subscriptions take as long as they listen, so they are a smaller part.
      const operation = n % 40 === 0 ? 'subscription' : (roots[n % 5] ?? 'query');
      const field = draw.oneOf(fields[operation]);
      const hostility = draw.chance(0.5) ? HOSTILITY : HARMLESS;
      const given = operation === 'mutation' ? await this.givenTo(draw, field, namespace) : undefined;
      const call = drawCall(this.schema, draw, { operation, field, hostility, ...(given && { given }) });
      const sent = { query: call.query, variables: call.variables };
      try {
        const answer =
          operation === 'subscription' ? await this.listen(namespace, sent) : await this.post(namespace, sent);
        const codes = (answer.errors ?? []).map(({ extensions }) => extensions?.code ?? 'without code');
        tally.count(field, codes);
        if (codes.some((code) => NEVER.test(code) || code === 'without code')) {
          tally.fail(`${operation} ${field}`, sent, JSON.stringify(answer.errors));
        }
        learnFrom(answer.data, draw);
      } catch (error) {
        tally.count(field, ['no answer']);
        tally.fail(`${operation} ${field}`, sent, String(error));
      }
    });
    return tally.close(calls);
  }

  /** Calls the MCP tools with random arguments. Their outputs must have the declared form. */
  async mcp(calls: number, seed: number): Promise<Tally> {
    const tally = new Tally();
    const tools = (await this.rpc(this.namespaces[0] ?? '', 'tools/list', {})).result?.tools ?? [];
    const ajv = new AjvJsonSchemaValidator();
    const valid = new Map(tools.map(({ name, outputSchema }) => [name, ajv.getValidator(outputSchema)]));
    await this.inParallel(calls, seed, async (draw) => {
      const namespace = this.goToNamespace(draw);
      const tool = draw.oneOf(tools);
      const given = await this.argumentsTo(draw, tool, namespace);
      const sent = { name: tool.name, arguments: given };
      try {
        const { result, error, errors } = await this.rpc(namespace, 'tools/call', sent);
        const text = result?.content?.[0]?.text ?? '';
        const failed = result?.isError === true;
        const refused = errors && (errors[0]?.extensions?.code ?? 'without code');
        const ofRpc = error && `RPC ${error.code}`;
        const code = failed ? (codeIn(text) ?? 'without code') : (ofRpc ?? refused);
        tally.count(tool.name, code === undefined ? [] : [code]);
        if (code !== undefined && (NEVER.test(code) || code === 'without code' || code === 'RPC -32603')) {
          tally.fail(tool.name, sent, error?.message ?? text);
        }
        if (code !== undefined) return;
        const form = valid.get(tool.name)?.(result?.structuredContent);
        if (form?.valid !== true) tally.fail(`the output of ${tool.name}`, sent, form?.errorMessage ?? 'no validator');
        learnFrom(result?.structuredContent, draw);
      } catch (error) {
        tally.count(tool.name, ['no answer']);
        tally.fail(tool.name, sent, String(error));
      }
    });
    return tally.close(calls);
  }

  /** Contradictions in what is stored: relations, folds of trusts, edges between namespaces. Waits for running jobs. */
  async contradictions(): Promise<string[]> {
    for (let waited = 0; ; waited += 1) {
      const found = (await Promise.all(this.namespaces.map((namespace) => this.contradictionsIn(namespace)))).flat();
      if (found.length === 0 || waited === 20) return found;
      await sleep(1_000);
    }
  }

  private async contradictionsIn(namespace: string): Promise<string[]> {
    const problems = await inconsistencies(this.graph, namespace);
    const statement = (text: string) => ({ name: 'test/fuzz', mode: 'read' as const, text });
    const crossing = await this.graph.run<object, { what: string }>(
      statement(`MATCH (a {namespace: $namespace})-[r]-(b) WHERE b.namespace <> $namespace
        RETURN type(r) + ' from ' + labels(a)[0] + ' to ' + labels(b)[0] AS what LIMIT 10`),
      { namespace },
    );
    const refs = await this.graph.run<object, { ref: string }>(
      statement('MATCH (k:Knowledge {namespace: $namespace}) RETURN k.ref AS ref ORDER BY ref'),
      { namespace },
    );
    const folds = new FoldCheck(
      this.graph,
      namespace,
      kinds.map(({ kind }) => kind),
      this.config,
    );
    for (const { ref } of refs) await folds.add(ref);
    await folds.flush();
    if (folds.checked === 0) return [`no trust in ${namespace} was checked`];
    return [
      ...problems.map(({ problem, what }) => `${problem}: ${what}`),
      ...crossing.map(({ what }) => `an edge leaves the namespace: ${what}`),
      ...folds.findings.map((finding) => `a trust is not the fold of its evidence: ${JSON.stringify(finding)}`),
    ];
  }

  /** Chooses a namespace, of which the draw then uses the ids. */
  private goToNamespace(draw: Draw): string {
    const namespace = draw.oneOf(this.namespaces);
    draw.goTo(this.known.get(namespace) ?? new Map<string, string[]>());
    return namespace;
  }

  private async inParallel(calls: number, seed: number, run: (draw: Draw, n: number) => Promise<void>): Promise<void> {
    let begun = 0;
    const work = async (worker: number) => {
      const draw = new Draw(seed * AT_ONCE + worker);
      while (begun < calls) await run(draw, begun++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
  }

  /** Arguments that were valid before something in them was changed; undefined if they shall be drawn from the schema. */
  private async givenTo(draw: Draw, field: string, namespace: string): Promise<object | undefined> {
    const make = GIVEN[field];
    if (!make || draw.chance(0.4)) return undefined;
    try {
      const valid = await make({
        fresh: () => `w${String(++this.fresh).padStart(5, '0')}`,
        ask: async (query, variables = {}) => {
          const { data, errors } = await this.post(namespace, { query, variables });
          if (errors || !data) throw new Error(JSON.stringify(errors));
          return data as Record<string, Record<string, unknown>>;
        },
      });
      const changed = draw.chance(0.3) ? valid : draw.mutated(valid, HOSTILITY);
      return draw.chance(0.3) ? (draw.mutated(changed, HOSTILITY) as object) : (changed as object);
    } catch {
      // Other calls may have deleted or occupied what the arguments refer to.
      return undefined;
    }
  }

  private async argumentsTo(draw: Draw, tool: ListedTool, namespace: string): Promise<object> {
    const hostility = draw.chance(0.5) ? HOSTILITY : HARMLESS;
    const doors = DOORS.find((one) => one.tool === tool.name);
    if (!doors || draw.chance(0.5)) return valueOf(draw, tool.inputSchema, tool.name, hostility) as object;
    const given = (await this.givenTo(draw, doors.field, namespace)) as Record<string, unknown> | undefined;
    const plain = (given?.['input'] ?? given ?? doors.valid) as Record<string, unknown>;
    if (typeof plain !== 'object' || Array.isArray(plain)) return {};
    try {
      const valid = argumentsOf(doors, plain);
      return draw.chance(0.4) ? valid : (draw.mutated(valid, hostility) as object);
    } catch {
      // A changed value has no counterpart among the arguments.
      return draw.mutated(argumentsOf(doors, doors.valid), hostility) as object;
    }
  }

  private headers(namespace: string): Record<string, string> {
    return {
      authorization: `Bearer ${ADMIN}`,
      'x-namespace': namespace,
      'x-project': 'p',
      'x-team': 't',
      'x-agent': 'fuzz',
    };
  }

  private async post(namespace: string, body: object): Promise<Answer> {
    const response = await fetch(`${this.service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.headers(namespace) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return (await response.json()) as Answer;
  }

  private async rpc(namespace: string, method: string, params: object): Promise<Rpc> {
    const response = await fetch(`${this.service.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-mcp-profile': 'all',
        ...this.headers(namespace),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Rpc;
  }

  private async listen(
    namespace: string,
    sent: { query: string; variables: Record<string, unknown> },
  ): Promise<Answer> {
    const client = createClient({
      url: `${this.service.url.replace('http', 'ws')}/graphql`,
      connectionParams: this.headers(namespace),
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const timer = setTimeout(() => resolve({}), LISTENING_MS);
        const end = (answer: Answer) => {
          clearTimeout(timer);
          resolve(answer);
        };
        client.subscribe(sent, {
          next: (value) => end(value as Answer),
          error: (error) => {
            clearTimeout(timer);
            if (Array.isArray(error)) resolve({ errors: error as NonNullable<Answer['errors']> });
            else reject(new Error(`closed: ${JSON.stringify(error)}`));
          },
          complete: () => end({}),
        });
      });
    } finally {
      await client.dispose();
    }
  }
}

function codeIn(text: string): string | undefined {
  return /^\{"code":"(\w+)"/.exec(text)?.[1];
}

const OF_THINGS = /(id|ids|ref|refs|name|domain|session|type|source|target|cursor)$/i;

/** Remembers the ids, refs and names of an answer: ids by the type of their thing, the others by their key. */
function learnFrom(value: unknown, draw: Draw, key = '', type = ''): void {
  if (typeof value === 'string') {
    if (!OF_THINGS.test(key) || key === '__typename' || !draw.chance(0.4)) return;
    const kind = key.toLowerCase().replaceAll('_', '').replace(/ids?$/, '');
    draw.learn(kind === '' ? type : kind, value);
  } else if (Array.isArray(value)) {
    for (const entry of value) learnFrom(entry, draw, key);
  } else if (typeof value === 'object' && value !== null) {
    const { __typename: of } = value as { readonly __typename?: string };
    const inner = (of ?? key).toLowerCase().replace(/^knowledge(?=.)|s$/g, '');
    for (const [name, one] of Object.entries(value)) learnFrom(one, draw, name, inner);
  }
}
