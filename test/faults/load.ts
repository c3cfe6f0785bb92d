import neo4j from 'neo4j-driver';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { contradictions, MAX_FAILURES, type Report } from './history.js';

const CLIENTS = 8;
/** A request that gets no answer within this time is sent again. */
const ANSWER_MS = 20_000;
/** After the fault, every operation is acknowledged within this time. */
const SETTLED_MS = 90_000;
/** Codes after which the same operation may be sent again with the same key. */
const MAY_REPEAT = new Set([
  'DATABASE_UNAVAILABLE',
  'DATABASE_FULL',
  'DATABASE_READ_ONLY',
  'DATABASE_NOT_FOUND',
  'OUTCOME_UNKNOWN',
  'LIMIT_EXCEEDED',
  'TIMED_OUT',
]);

type Kind = 'learning' | 'strategy' | 'memory' | 'item';
const KINDS: readonly Kind[] = ['learning', 'learning', 'learning', 'strategy', 'memory', 'item'];

interface Operation {
  readonly kind: Kind;
  readonly key: string;
  readonly item: string;
}

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

const ITEM = {
  description: 'd',
  uiLocation: 'u',
  actionSequence: [],
  prerequisites: [],
  outputState: '',
  docCitation: '',
};
const LEARN = `mutation ($input: LearningInput!) { attachLearning(input: $input) { trustBefore trustAfter } }`;
const STRATEGY = `mutation ($intent: IntentInput!, $action: JSON!, $success: Boolean!, $key: String!) {
  learnStrategy(intent: $intent, action: $action, success: $success, idempotencyKey: $key) { trust } }`;
const MEMORY = `mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }`;
const SAVE = `mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }`;

function requestOf({ kind, key, item }: Operation): { query: string; variables: object } {
  if (kind === 'learning') {
    const learning = {
      itemId: item,
      kind: 'SELF_EXPLORATION',
      task: key,
      stepNum: 0,
      originalAction: {},
      originalError: 'e',
    };
    return { query: LEARN, variables: { input: { ...learning, idempotencyKey: key } } };
  }
  if (kind === 'strategy') {
    const intent = { dataType: 'numbers', expectedFormat: 'raw_data', successCriteria: [] };
    return { query: STRATEGY, variables: { intent, action: 'ai.process: list them', success: key.endsWith('0'), key } };
  }
  if (kind === 'memory') {
    const memory = { title: `memory ${key}`, description: key, content: `content of ${key}`, outcome: 'SUCCESS' };
    return { query: MEMORY, variables: { input: { ...memory, idempotencyKey: key } } };
  }
  return { query: SAVE, variables: { input: { ...ITEM, id: `own-${key}` } } };
}

/** What became of the operations of a load. */
export interface Verdict {
  readonly acknowledged: number;
  readonly found: number;
  readonly doubled: number;
  readonly lost: number;
  /** Answers other than success by code, `none` for a connection without an answer. */
  readonly failures: Readonly<Record<string, number>>;
  /** From the end of the fault until `/health/ready` of each service is 200, in ms. */
  readonly readyMs: number | undefined;
  /**
   * From the end of the fault to the first acknowledged write that was sent after it, in ms. A database that has just
   * started must plan each statement first.
   */
  readonly recoveredMs: number | undefined;
  readonly contradictions: readonly string[];
}

/** Clients that write until they are told to stop, and repeat each operation under its key until it is acknowledged. */
export class Load {
  private readonly acknowledged = new Map<string, Operation>();
  private readonly reports: Report[] = [];
  private readonly failures: Record<string, number> = {};
  private readonly clients: Promise<void>[];
  private next = 0;
  private isStopping = false;
  private endOfFault = Infinity;
  private recoveredAt: number | undefined;
  private readyAt: number | undefined;

  /** @param urls addresses of the services, which the clients use in turn */
  constructor(
    private readonly name: string,
    private readonly urls: () => readonly string[],
  ) {
    this.clients = Array.from({ length: CLIENTS }, (_, client) => this.run(client));
  }

  get namespace(): string {
    return `faults-${this.name.replace(/\W+/g, '-').toLowerCase()}`;
  }

  /** Number of operations acknowledged so far. */
  get count(): number {
    return this.acknowledged.size;
  }

  /** Number of answers with a code so far. */
  failed(code: string): number {
    return this.failures[code] ?? 0;
  }

  /** Waits until so many more operations were acknowledged. */
  async progress(operations: number): Promise<void> {
    const wanted = this.count + operations;
    const deadline = performance.now() + SETTLED_MS;
    while (this.count < wanted) {
      if (performance.now() > deadline)
        throw new Error(`Only ${this.count} of ${wanted} operations: ${JSON.stringify(this.failures)}`);
      await sleep(20);
    }
  }

  /** From now on the service should recover. Waits until it is ready. */
  async faultEnds(): Promise<void> {
    this.endOfFault = performance.now();
    const isReady = async (url: string) => {
      const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
        () => undefined,
      );
      return response?.status === 200;
    };
    while (!(await Promise.all(this.urls().map(isReady))).every(Boolean)) {
      if (performance.now() - this.endOfFault > SETTLED_MS) return;
      await sleep(20);
    }
    this.readyAt = performance.now();
  }

  /** Ends the clients once each has its last operation acknowledged, and compares with what is stored. */
  async verdict(database: ThrowAwayNeo4j): Promise<Verdict> {
    this.isStopping = true;
    await Promise.all(this.clients);
    const stored = await storedIn(database, this.namespace);
    const counts = [...this.acknowledged.values()].map(({ kind, key }) => stored.counts.get(`${kind} ${key}`) ?? 0);
    const strategies = [...this.acknowledged.values()].filter(({ kind }) => kind === 'strategy');
    const successes = strategies.filter(({ key }) => key.endsWith('0')).length;
    const laplace = (successes + 1) / (strategies.length + 2);
    return {
      acknowledged: counts.length,
      found: counts.filter((count) => count > 0).length,
      doubled: [...stored.counts.values()].filter((count) => count > 1).length,
      lost: counts.filter((count) => count === 0).length,
      failures: this.failures,
      readyMs: this.readyAt === undefined ? undefined : this.readyAt - this.endOfFault,
      recoveredMs: this.recoveredAt === undefined ? undefined : this.recoveredAt - this.endOfFault,
      contradictions: [
        ...contradictions(this.reports, stored.items),
        ...(strategies.length === 0 || stored.strategyTrust === laplace
          ? []
          : [`the strategy has trust ${stored.strategyTrust} instead of ${laplace}`]),
      ],
    };
  }

  private async run(client: number): Promise<void> {
    for (let turn = client; !this.isStopping; turn++) {
      const number = this.next++;
      // Concurrent reports meet at the same item, of which each takes as many as its trust can show.
      const item = `item-${Math.floor(number / MAX_FAILURES)}`;
      const operation = { kind: KINDS[number % KINDS.length] ?? 'item', key: `${this.namespace}-${number}`, item };
      if (operation.kind === 'learning') await this.until({ ...operation, kind: 'item', key: item }, turn);
      await this.until(operation, turn);
    }
  }

  private async until(operation: Operation, turn: number): Promise<void> {
    const begin = performance.now();
    for (let attempt = 0; ; attempt++) {
      const sent = performance.now();
      const urls = this.urls();
      const answer = await this.send(urls[(turn + attempt) % urls.length] ?? '', operation);
      const end = performance.now();
      if (answer.data && !answer.errors) return this.acknowledge(operation, answer.data, { begin, sent, end });
      const code = answer.errors?.[0]?.extensions.code ?? 'none';
      this.failures[code] = (this.failures[code] ?? 0) + 1;
      if (code !== 'none' && !MAY_REPEAT.has(code))
        throw new Error(`${operation.key}: ${JSON.stringify(answer.errors)}`);
      if (this.isStopping && end - this.endOfFault > SETTLED_MS)
        throw new Error(`${operation.key} was never acknowledged: ${code}`);
      await sleep(50);
    }
  }

  private acknowledge(
    operation: Operation,
    data: Record<string, Record<string, unknown>>,
    { begin, sent, end }: { begin: number; sent: number; end: number },
  ): void {
    // A request that was sent during the fault may have waited for its end.
    if (sent > this.endOfFault) this.recoveredAt ??= end;
    this.acknowledged.set(`${operation.kind} ${operation.key}`, operation);
    if (operation.kind !== 'learning') return;
    const { trustBefore, trustAfter } = data['attachLearning'] as { trustBefore: number; trustAfter: number };
    this.reports.push({ key: operation.key, item: `own-${operation.item}`, begin, end, trustBefore, trustAfter });
  }

  private async send(url: string, operation: Operation): Promise<Answer> {
    const { query, variables } = requestOf({ ...operation, item: `own-${operation.item}` });
    try {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-namespace': this.namespace },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return (await response.json()) as Answer;
    } catch {
      return {};
    }
  }
}

/** How often each operation is stored, read from the database and not through the service. */
async function storedIn({ connection }: ThrowAwayNeo4j, namespace: string) {
  const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = connection;
  const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
  });
  const rows = async <Row>(text: string) =>
    (await driver.executeQuery(text, { namespace })).records.map((record) => record.toObject() as Row);
  try {
    const counts = new Map<string, number>();
    const count = async (kind: Kind, text: string) => {
      for (const { key, times } of await rows<{ key: string; times: number }>(text))
        counts.set(`${kind} ${key}`, times);
    };
    await count('learning', 'MATCH (n:Learning {namespace: $namespace}) RETURN n.task AS key, count(*) AS times');
    await count(
      'memory',
      "MATCH (n:Memory {namespace: $namespace}) RETURN replace(n.title, 'memory ', '') AS key, count(*) AS times",
    );
    await count(
      'item',
      "MATCH (n:KnowledgeItem {namespace: $namespace}) RETURN replace(n.id, 'own-', '') AS key, count(*) AS times",
    );
    await count(
      'strategy',
      `MATCH (:Strategy {namespace: $namespace})-[:HAS_EVIDENCE]->(n)
       RETURN replace(n.id, 'learn-strategy:', '') AS key, count(*) AS times`,
    );
    const items = await rows<{ item: string; trust: number; failures: number }>(
      `MATCH (n:KnowledgeItem {namespace: $namespace})
       RETURN n.id AS item, n.trust AS trust, COUNT { (n)-[:HAS_EVIDENCE]->() } AS failures`,
    );
    const [strategy] = await rows<{ trust: number }>(
      'MATCH (n:Strategy {namespace: $namespace}) RETURN n.trust AS trust',
    );
    return { counts, items, strategyTrust: strategy?.trust };
  } finally {
    await driver.close();
  }
}
