import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { client, type RulesTestService, startRules } from '../fluents/support.js';
import { OpenAiServer, type ScriptedReply } from '../support/openai-server.js';

// All features that use the language model report invalid answers by the same codes, and store nothing from them. The
// fifth of these features, the queue of sessions, asks the model later, so it has its own table in
// test/memories/distillation.e2e-spec.ts.

let running: RulesTestService;
beforeAll(async () => {
  running = await startRules(await OpenAiServer.start());
});
afterAll(() => running.close());
beforeEach(() => running.llm.reset());

interface User {
  readonly name: string;
  /** An operation that asks the model. */
  readonly query: string;
  readonly variables: object;
  /** A valid reply, of which one half could be mistaken for the whole. */
  readonly good: unknown;
  /** An operation that returns the data that a valid reply would create. */
  readonly made: string;
  readonly nothing: unknown;
}

const VOCABULARY = `mutation { declareVocabulary(domain: "house", vocabulary: { inputEvents: ["opens/1"], inputFluents: [],
  backgroundPredicates: [], descriptions: {} }) { name } }`;
const PIECE = {
  piece_id: 'p1',
  content: 'Half of it.',
  knowledge_type: 'Procedure',
  info_type: 'instructions',
  tags: [],
};

const USERS: readonly User[] = [
  {
    name: 'plan',
    query: 'mutation { createPlan(input: { task: "Open the files" }) { id } }',
    variables: {},
    good: { plan: [{ tool_name: 'Click-Tool', tool_arguments: {}, reasoning: 'r', kb_source: null }], reasoning: 'r' },
    made: '{ plans { totalCount } }',
    nothing: { plans: { totalCount: 0 } },
  },
  {
    name: 'ingest',
    query: 'mutation ($text: String!) { ingestText(text: $text, maxRetries: 0) { attempts } }',
    variables: { text: 'Half of it.' },
    good: { metadata: {}, pieces: [PIECE], graph: { nodes: [], edges: [] } },
    made: '{ status { counts { kind count } } }',
    nothing: expect.objectContaining({
      status: { counts: expect.arrayContaining([{ kind: 'PIECE', count: 0 }]) as unknown },
    }),
  },
  {
    name: 'generate',
    query:
      'mutation { generateRules(domain: "house", activity: "open", maxAttempts: 1) { stored attempts { reply } } }',
    variables: {},
    good: '```prolog\ninitiatedAt(open(D)=true, T) :-\n    happensAt(opens(D), T).\n```',
    made: '{ fluent(domain: "house", name: "open") { rules } }',
    nothing: { fluent: null },
  },
];

const JUDGE = `query ($d: [DocumentInput!]!, $i: IntentInput!) { validateContent(documents: $d, intent: $i) {
  open checks { met decidedBy } } }`;

/** Ways in which the server may fail to answer, with their error codes. */
const FAILURES: readonly (readonly [string, (good: unknown) => ScriptedReply, string])[] = [
  ['a server over its quota', () => ({ status: 429, retryAfter: 3_600 }), 'LLM_UNAVAILABLE'],
  ['a login that is refused', () => ({ status: 401 }), 'LLM_UNAVAILABLE'],
  ['a request that is not taken', () => ({ status: 422 }), 'LLM_UNAVAILABLE'],
  ['a refusal', () => ({ refusal: 'I will not' }), 'LLM_REFUSED'],
  ['a filtered reply', (good) => ({ content: good, finishReason: 'content_filter' }), 'LLM_FILTERED'],
  ['a filtered request', () => ({ status: 400, code: 'content_filter' }), 'LLM_FILTERED'],
  ['a reply that was cut off', (good) => ({ content: good, finishReason: 'length' }), 'LLM_CUT_OFF'],
  ['a broken answer', () => ({ body: '{"choices":[{"message":{"content":"{' }), 'LLM_INVALID_REPLY'],
];

describe.each(USERS)('$name', ({ name, query, variables, good, made, nothing }) => {
  it('tells what is no answer by its code, and makes nothing of it', async () => {
    const { ask, refuse } = client(running.service);
    if (name === 'generate') await ask(VOCABULARY);
    for (const [what, failure, code] of FAILURES) {
      running.llm.reset();
      running.llm.answerBy(() => failure(good));
      // Attempts to generate rules are stored. An incomplete reply is stored without rules and without its text.
      if (name === 'generate' && /CUT_OFF|INVALID/.test(code)) {
        const { generateRules } = await ask<{ generateRules: object }>(query, variables);
        expect(generateRules, what).toEqual({ stored: false, attempts: [{ reply: '' }] });
      } else {
        expect((await refuse(query, variables)).extensions.code, what).toBe(code);
      }
      expect(await ask(made), what).toEqual(nothing);
    }
    running.llm.reset();
    running.llm.answerBy(() => ({ content: good }));
    await ask(query, variables);
    running.llm.answerBy(undefined);
    // A valid answer does create data, so that the expectation above can fail.
    expect(await ask(made)).not.toEqual(nothing);
  });
});

describe('judge', () => {
  it('leaves open what no answer decided, and says why', async () => {
    const { ask } = client(running.service);
    const variables = {
      d: [{ name: 'a', content: 'Das Meer ist blau.' }],
      i: { dataType: 'text', expectedFormat: 'text', successCriteria: ['rhymes'] },
    };
    const good = { judgements: [{ number: 1, met: true, reason: 'It does.' }] };
    type Judged = { validateContent: { open: string[]; checks: object[] } };
    for (const [what, failure] of FAILURES) {
      running.llm.reset();
      running.llm.answerBy(() => failure(good));
      const { validateContent } = await ask<Judged>(JUDGE, variables);
      expect(validateContent.checks, what).toEqual([{ met: null, decidedBy: 'NONE' }]);
      expect(validateContent.open.at(-1), what).toContain('The LLM did not judge what no rule decides:');
    }
    running.llm.reset();
    running.llm.answerBy(() => ({ content: good }));
    expect((await ask<Judged>(JUDGE, variables)).validateContent.checks).toEqual([{ met: true, decidedBy: 'MODEL' }]);
    running.llm.answerBy(undefined);
  });
});
