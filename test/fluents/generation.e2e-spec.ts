import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { runCommand } from '../../src/cli/program.js';
import { client, type RulesTestService, startRules } from './support.js';

let running: RulesTestService;
beforeAll(async () => {
  running = await startRules();
});
afterAll(() => running.close());
beforeEach(() => running.llm.reset());

const SAVE = `mutation ($name: String!, $rules: String!) { saveFluent(domain: "house", name: $name, rules: $rules) { report { valid } } }`;
const GENERATE = `mutation ($activity: String!, $description: String, $maxAttempts: Int! = 3) {
  generateRules(domain: "house", activity: $activity, description: $description, maxAttempts: $maxAttempts) {
    stored injected rules report { valid } fluent { name arity fluentKind description rules }
    attempts { number reply report { valid problems { kind severity message } } } } }`;
const PROMPT = `query ($activity: String!, $description: String, $maxTokens: Int) {
  rulePrompt(domain: "house", activity: $activity, description: $description, maxTokens: $maxTokens) { system user injected omitted examples missing proposed tokens } }`;

const OPEN =
  'initiatedAt(open(D)=true, T) :-\n    happensAt(door_opens(D), T).\nterminatedAt(open(D)=true, T) :-\n    happensAt(door_closes(D), T).';
const WARM =
  'initiatedAt(warm(D)=true, T) :-\n    happensAt(heat(D), T).\nterminatedAt(warm(D)=true, T) :-\n    happensAt(end(warm(D)=true), T).';
const AIRED =
  'holdsFor(aired(D)=true, I) :-\n    holdsFor(open(D)=true, I1),\n    holdsFor(occupied(D)=true, I2),\n    relative_complement_all(I1, [I2], I).';
const fenced = (rules: string) => `Here you are:\n\n\`\`\`prolog\n${rules}\n\`\`\`\nThat is all.`;

interface Prompt {
  readonly system: string;
  readonly user: string;
  readonly injected: string[];
  readonly omitted: string[];
  readonly examples: string[];
  readonly missing: string[];
  readonly proposed: string[];
  readonly tokens: number;
}
interface Result {
  readonly stored: boolean;
  readonly injected: string[];
  readonly report: { readonly valid: boolean };
  readonly fluent: Record<string, unknown> | null;
  readonly attempts: { reply: string; report: { valid: boolean; problems: { kind: string; severity: string }[] } }[];
}

/** Stores a domain with `open`, and with `aired`, which needs it and is declared and described. */
async function house() {
  const found = client(running.service);
  await found.ask(
    `mutation { declareVocabulary(domain: "house", vocabulary: { inputEvents: ["door_opens/1", "door_closes/1", "heat/1"],
      inputFluents: ["occupied/1"], backgroundPredicates: ["limit/2"],
      descriptions: { door_opens: "a door opens" } }) { name } }`,
  );
  await found.ask(
    `mutation ($graph: JSON!, $texts: JSON!) {
    importDependencies(domain: "house", graph: $graph) { edges } describeActivities(domain: "house", descriptions: $texts) { name } }`,
    {
      graph: { aired: ['open'], fresh: ['aired', 'warm'] },
      texts: { aired: 'The room of an open door while nobody is in.' },
    },
  );
  await found.ask(SAVE, { name: 'open', rules: OPEN });
  return found;
}

describe('a domain of which only a dictionary is known', () => {
  it('has its activities written, names that nobody defines being input, and checks what it stored as clean', async () => {
    const { ask } = client(running.service);
    await ask('mutation ($graph: JSON!) { importDependencies(domain: "house", graph: $graph) { edges } }', {
      graph: { open: [], aired: ['open', 'warm'], warm: [] },
    });
    running.llm.reply({ content: fenced(OPEN) }, { content: fenced(AIRED) });
    for (const activity of ['open', 'aired']) {
      const { generateRules } = await ask<{ generateRules: Result }>(GENERATE, { activity });
      expect(generateRules).toMatchObject({ stored: true, report: { valid: true } });
    }
    const { domain, checkRules, occupied } = await ask<Record<string, unknown>>(
      `query ($rules: String!) { domain(name: "house") { missing } checkRules(domain: "house", rules: $rules) { valid }
        occupied: fluent(domain: "house", name: "occupied") { fluentKind } }`,
      { rules: AIRED },
    );
    const { rulePrompt } = await ask<{ rulePrompt: Prompt }>(PROMPT, { activity: 'warm' });
    expect(rulePrompt.user).toContain('Input events (in happensAt):\n- door_closes/1\n- door_opens/1');
    expect(rulePrompt.user).toContain('Input fluents (in holdsAt or holdsFor):\n- occupied/1');
    // A fluent of the dictionary without rules is missing, and is not an input.
    expect(domain).toEqual({ missing: ['warm'] });
    expect(occupied).toEqual({ fluentKind: 'INPUT_FLUENT' });
    expect(checkRules).toEqual({ valid: true });
  });
});

describe('a name that nobody defines, close to one that is defined', () => {
  it.each([
    ['asked about once, and stored as it is meant', AIRED, []],
    ['stored with a warning where the model keeps it', AIRED.replace('open(', 'opne('), ['WARNING']],
  ])('is %s', async (_, second, severities) => {
    const { ask } = client(running.service);
    await ask(SAVE, { name: 'open', rules: OPEN });
    running.llm.reply({ content: fenced(AIRED.replace('open(', 'opne(')) }, { content: fenced(second) });
    const { generateRules } = await ask<{ generateRules: Result }>(GENERATE, { activity: 'aired' });
    expect(generateRules).toMatchObject({ stored: true, report: { valid: true } });
    expect(generateRules.attempts).toHaveLength(2);
    const doubts = (n: number) =>
      generateRules.attempts[n]?.report.problems.filter(({ kind }) => kind === 'SIMILAR_NAME');
    expect(doubts(0)).toMatchObject([{ severity: 'WARNING' }]);
    expect(doubts(1)?.map(({ severity }) => severity)).toEqual(severities);
  });
});

describe('a prompt', () => {
  it('carries every definition the activity rests on, its description and the vocabulary', async () => {
    const { ask, refuse } = await house();
    const { rulePrompt } = await ask<{ rulePrompt: Prompt }>(PROMPT, { activity: 'aired' });
    expect(rulePrompt).toMatchObject({ injected: ['open/1'], missing: [], proposed: [] });
    expect(rulePrompt.system).toContain(`=== Fluent: open ===\n${OPEN.replace('.\n', '.\n\n')}`);
    expect(rulePrompt.user).toBe(
      [
        'Generate rules for aired using the fluents provided above.',
        'aired: The room of an open door while nobody is in.',
        'Input events (in happensAt):\n- door_closes/1\n- door_opens/1: a door opens\n- heat/1',
        'Input fluents (in holdsAt or holdsFor):\n- occupied/1',
        'Background predicates:\n- limit/2',
      ].join('\n\n'),
    );
    // `fresh` needs `aired` directly, and `aired` needs `open`; `warm` is only named.
    await ask(SAVE, { name: 'aired', rules: AIRED });
    const whole = (await ask<{ rulePrompt: Prompt }>(PROMPT, { activity: 'fresh' })).rulePrompt;
    expect(whole).toMatchObject({ injected: ['open/1', 'aired/1'], missing: ['warm'] });
    expect(whole.system.indexOf('=== Fluent: open')).toBeLessThan(whole.system.indexOf('=== Fluent: aired'));
    // The domain has no other fluents, so that all examples are those of the service.
    const examples = ['greenhouseVent/1', 'cared_for/1', 'overheating/1', 'neglected/1'];
    expect(whole).toMatchObject({ examples, omitted: [] });
    const fitting = async (maxTokens: number) =>
      (await ask<{ rulePrompt: Prompt }>(PROMPT, { activity: 'fresh', maxTokens })).rulePrompt;
    // If there is too little space, examples are left out before definitions, beginning with the second ones.
    const less = await fitting(whole.tokens - 1);
    expect(less).toMatchObject({ injected: ['open/1', 'aired/1'], examples: examples.slice(0, 3) });
    expect(less.omitted).toEqual(['example neglected/1']);
    expect(less.system).not.toContain('neglected');
    let fewer = less;
    while (fewer.examples.length > 0) {
      expect(fewer.injected).toEqual(['open/1', 'aired/1']);
      fewer = await fitting(fewer.tokens - 1);
    }
    expect(fewer.injected, 'all definitions without an example').toEqual(['open/1', 'aired/1']);
    const direct = await fitting(fewer.tokens - 1);
    expect(direct.injected, 'direct ones first').toEqual(['aired/1']);
    expect(direct.omitted).toContain('open/1');
    const { extensions } = await refuse(PROMPT, { activity: 'fresh', maxTokens: 100 });
    expect(extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'maxTokens', rule: 'holdsQuestion' }],
    });
    expect(direct.tokens).toBeLessThan(fewer.tokens);
  });

  it('has two worked examples of each kind, those of the domain that are valid first, and what rules call', async () => {
    const { ask } = await house();
    const save = (name: string, rules: string) => ask(SAVE, { name, rules });
    await save(
      'hot',
      'initiatedAt(hot(R)=true, T) :- happensAt(heat(R), T), above(R, 30).\nabove(R, N) :- level(R, N).',
    );
    await save('wrong', 'initiatedAt(wrong(R)=true, T) :- happensAt(nobodyKnows(R), T).');
    await save('calm', 'holdsFor(calm(R)=true, I) :- holdsFor(occupied(R)=true, I).');
    const { rulePrompt } = await ask<{ rulePrompt: Prompt }>(PROMPT, { activity: 'aired' });
    // `open` is given as a definition, and `wrong` contains an error.
    expect(rulePrompt.examples).toEqual(['hot/1', 'calm/1', 'greenhouseVent/1', 'cared_for/1']);
    expect(rulePrompt.system).toContain(
      'Worked examples of simple fluents:\n\n--- Example: hot/1 ---\ninitiatedAt(hot(R)=true, T)',
    );
    expect(rulePrompt.system).toContain('--- Example: cared_for/1, of another domain: do not use its names ---');
    expect(rulePrompt.user).toContain('Background predicates:\n- above/2\n- level/2\n- limit/2');
  });

  it('proposes by search where nothing is known, and says so', async () => {
    const { ask } = await house();
    const { rulePrompt } = await ask<{ rulePrompt: Prompt }>(PROMPT, {
      activity: 'unlocked',
      description: 'A door that is open.',
    });
    expect(rulePrompt).toMatchObject({ injected: ['open/1'], proposed: ['open/1'], missing: [] });
    expect(rulePrompt.system).toContain('They were found by search, not declared as needed');
  });
});

describe('a generation', () => {
  it('feeds back what is wrong until the rules are right, stores them, and tells of every step', async () => {
    const { ask, namespace } = await house();
    const socket = createClient({
      url: `${running.service.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { 'x-namespace': namespace },
    });
    const stages: string[] = [];
    const finished = new Promise<void>((resolve, reject) => {
      socket.subscribe(
        { query: 'subscription { generationProgress(domain: "house") { activity attempt stage report { valid } } }' },
        {
          next: ({ data }) => {
            const event = data?.['generationProgress'] as {
              attempt: number;
              stage: string;
              report: { valid: boolean } | null;
            };
            stages.push(`${event.attempt} ${event.stage}${event.report ? ` ${event.report.valid}` : ''}`);
            if (event.stage === 'STORED') resolve();
          },
          error: (error: unknown) => reject(error instanceof Error ? error : new Error(JSON.stringify(error))),
          complete: () => undefined,
        },
      );
    });
    await new Promise((resolve) => socket.on('connected', resolve));

    running.llm.reply(
      { content: fenced(AIRED.replace('holdsFor(open(D)=true, I1),', 'holdsFor(open(D)=true, I1')) },
      { content: fenced(AIRED.replace('open', 'opened')) },
      { content: fenced(`${AIRED}\n\n${OPEN.replace('door_opens', 'heat')}`) },
    );
    const { generateRules: result } = await ask<{ generateRules: Result }>(GENERATE, { activity: 'aired' });
    expect(result).toMatchObject({
      stored: true,
      injected: ['open/1'],
      report: { valid: true },
      fluent: {
        name: 'aired',
        arity: 1,
        fluentKind: 'STATICALLY_DETERMINED',
        rules: AIRED,
        description: 'The room of an open door while nobody is in.',
      },
    });
    const errors = result.attempts.map(({ report }) =>
      report.problems.filter(({ severity }) => severity === 'ERROR').map(({ kind }) => kind),
    );
    expect(errors[0]).toContain('SYNTAX_ERROR');
    expect(errors.slice(1)).toEqual([['UNDEFINED_FLUENT'], []]);
    const [first, second, third] = running.llm.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(running.llm.requests).toHaveLength(3);
    expect(first).not.toContain('Your answer before');
    expect(second).toContain('SYNTAX_ERROR');
    expect(third).toContain('UNDEFINED_FLUENT');
    expect(third).toContain('Nothing defines the fluent opened/1');
    // If the model's reply repeats a prerequisite, the stored one is kept.
    expect(await ask('{ fluent(domain: "house", name: "open") { rules versions { rules } } }')).toMatchObject({
      fluent: { rules: OPEN.replace('.\n', '.\n\n'), versions: [{}] },
    });
    await finished;
    await socket.dispose();
    expect(stages).toEqual([
      '1 ASKED',
      '1 CHECKED false',
      '2 ASKED',
      '2 CHECKED false',
      '3 ASKED',
      '3 CHECKED true',
      '3 STORED',
    ]);

    // The same events remain stored and are listed newest first, page by page.
    const LIST = `query ($after: String) { generationEvents(domain: "house", first: 5, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } nodes { id run at stage attempt reply report { valid } } } }`;
    interface Page {
      readonly totalCount: number;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
      readonly nodes: readonly {
        run: string;
        stage: string;
        attempt: number;
        reply: string | null;
        report: object | null;
      }[];
    }
    const { generationEvents: newest } = await ask<{ generationEvents: Page }>(LIST, {});
    const { generationEvents: older } = await ask<{ generationEvents: Page }>(LIST, {
      after: newest.pageInfo.endCursor,
    });
    expect([newest.totalCount, newest.pageInfo.hasNextPage, older.pageInfo.hasNextPage]).toEqual([7, true, false]);
    const all = [...newest.nodes, ...older.nodes];
    expect(all.map(({ stage, attempt }) => `${attempt} ${stage}`).reverse()).toEqual(
      stages.map((stage) => stage.replace(/ (true|false)$/, '')),
    );
    expect(new Set(all.map(({ run }) => run)).size).toBe(1);
    expect(all[1]).toMatchObject({ reply: expect.stringContaining('prolog'), report: { valid: true } });
    expect(await ask(LIST.replace('house', 'nowhere'))).toMatchObject({
      generationEvents: { totalCount: 0, nodes: [] },
    });
  });

  it('stores nothing of a reply that was cut off, even where its rules are whole', async () => {
    const { ask } = await house();
    const cut = { content: fenced(AIRED), finishReason: 'length' };
    running.llm.reply(cut, cut);
    const asked = { activity: 'aired', maxAttempts: 2 };
    const { generateRules: result } = await ask<{ generateRules: Result }>(GENERATE, asked);
    expect(result).toMatchObject({ stored: false, fluent: null, report: { valid: false } });
    expect(running.llm.requests[1]?.messages.at(-1)?.content).toContain('it was cut off, so answer shorter');
    expect(await ask('{ fluent(domain: "house", name: "aired") { rules } }')).toEqual({ fluent: { rules: null } });
  });

  it('stores nothing when no attempt is right, and keeps the attempts', async () => {
    const { ask } = await house();
    running.llm.reply({ content: 'I cannot do that.' }, { content: fenced(OPEN) });
    const { generateRules: result } = await ask<{ generateRules: Result }>(GENERATE, {
      activity: 'aired',
      maxAttempts: 2,
    });
    expect(result).toMatchObject({ stored: false, fluent: null, report: { valid: false } });
    expect(result.attempts.map(({ reply }) => reply)).toEqual(['I cannot do that.', fenced(OPEN)]);
    expect(result.attempts[1]?.report.problems).toContainEqual(
      expect.objectContaining({ kind: 'WRONG_HEAD', severity: 'ERROR' }),
    );
    expect(await ask('{ fluent(domain: "house", name: "aired") { rules } }')).toEqual({ fluent: { rules: null } });
  });

  it('runs a whole domain from the command line, level by level, and goes on where it ended', async () => {
    const { ask, namespace } = await house();
    const run = async (...args: string[]) => {
      const said: string[] = [];
      const written: string[] = [];
      const code = await runCommand(
        [...args, '--url', running.service.url, '--namespace', namespace],
        {},
        {
          isTerminal: false,
          write: (text) => written.push(text),
          note: (line) => said.push(line),
        },
      );
      return { code, said, written: written.join('') };
    };
    const FRESH =
      'holdsFor(fresh(D)=true, I) :-\n    holdsFor(aired(D)=true, I1),\n    holdsFor(warm(D)=true, I2),\n    intersect_all([I1, I2], I).';
    // `warm` is generated first; `aired` is on the next level.
    running.llm.reply({ content: fenced(WARM) }, { content: 'nothing' });
    const half = await run('rules', 'generate', 'house', '--attempts', '1');
    expect(half.code).toBe(2);
    expect(half.said.join('\n')).toContain('aired: no valid rules in 1 attempt');
    running.llm.reply({ content: fenced(AIRED) }, { content: fenced(FRESH) });
    const whole = await run('rules', 'generate', 'house');
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.said).toContain('generated 2 of 2');
    expect((await run('rules', 'generate', 'house')).said).toContain('house has rules for everything it names');
    expect(await ask('{ domain(name: "house") { missing definedCount } }')).toEqual({
      domain: { missing: [], definedCount: 4 },
    });

    const exported = await run('rules', 'export', 'house');
    expect(exported.written).toContain(FRESH);
    expect((await run('rules', 'diagram', 'house', '--format', 'svg')).written).toContain('<svg');
    const missing = await run('rules', 'import', '/nowhere/rules.prolog', '--domain', 'house');
    expect(missing).toMatchObject({ code: 1 });
    expect((await run('rules', 'diagram', 'nowhere')).said.join()).toContain('Domain "nowhere" does not exist');
  });
});

it('serves agents: RuleKB as tools, a resource and a prompt', async () => {
  const { namespace } = await house();
  const agent = new Client({ name: 'test', version: '0' });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${running.service.url}/mcp`), {
      requestInit: { headers: { 'x-namespace': namespace } },
    }),
  );
  const call = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent, isError, content } = await agent.callTool({ name, arguments: args });
    return {
      isError: isError === true,
      output: (structuredContent ?? JSON.parse((content as { text: string }[])[0]?.text ?? '{}')) as Record<
        string,
        unknown
      >,
    };
  };
  const saved = await call('fluent_save', { domain: 'house', name: 'aired', rules: AIRED });
  expect(saved.output).toMatchObject({
    report: { valid: true },
    added_dependencies: ['occupied/1', 'open/1'],
    fluent: { kind: 'STATICALLY_DETERMINED' },
  });
  expect((await call('fluent_get', { domain: 'house', name: 'open' })).output).toMatchObject({
    id: 'house/open',
    rules: OPEN.replace('.\n', '.\n\n'),
  });
  expect((await call('fluent_dependencies', { domain: 'house', name: 'aired' })).output).toMatchObject({
    direct: [
      { fluent: 'occupied/1', source: 'EXTRACTED' },
      { fluent: 'open/1', source: 'BOTH' },
    ],
    missing: [],
    depth: 2,
  });
  expect((await call('rules_check', { domain: 'house', rules: AIRED.replace('open', 'opened') })).output).toMatchObject(
    { valid: false },
  );
  expect((await call('rules_prompt', { domain: 'house', activity: 'aired' })).output).toMatchObject({
    injected: ['open/1'],
  });
  expect(await call('fluent_get', { domain: 'house', name: 'nothing' })).toMatchObject({
    isError: true,
    output: { code: 'NOT_FOUND' },
  });
  expect(await call('fluent_save', { domain: 'a/b', name: 'open', rules: OPEN })).toMatchObject({
    isError: true,
    output: { code: 'BAD_USER_INPUT' },
  });

  const rules = `${OPEN}\n${AIRED}`;
  expect((await call('rules_import', { domain: 'copy', rules })).output).toMatchObject({
    added: ['open/1', 'aired/1'],
    removed: [],
  });
  const vocabulary = { input_events: ['door_opens/1'], descriptions: { door_opens: 'a door opens' } };
  expect((await call('domain_vocabulary', { domain: 'copy', vocabulary })).output).toMatchObject({
    vocabulary: { input_events: ['door_opens/1'], descriptions: { door_opens: 'a door opens' } },
  });
  expect((await call('domain_get', { name: 'copy' })).output).toMatchObject({
    name: 'copy',
    defined: 2,
    vocabulary: { input_events: ['door_opens/1'] },
    other_clauses: [],
  });
  for (const [tool, args] of Object.entries({
    domain_get: { name: 'nowhere' },
    fluent_get: { domain: 'nowhere', name: 'open' },
    fluent_dependencies: { domain: 'nowhere', name: 'open' },
    rules_prompt: { domain: 'nowhere', activity: 'open' },
  })) {
    expect(await call(tool, args), tool).toMatchObject({ isError: true, output: { code: 'NOT_FOUND' } });
  }

  const { contents } = await agent.readResource({ uri: 'heartwood://fluent/house/open' });
  expect((contents[0] as { text: string }).text).toBe(`% open/1: simple\n${OPEN.replace('.\n', '.\n\n')}`);
  await expect(agent.readResource({ uri: 'heartwood://fluent/house' })).rejects.toThrow(/nothing at/);
  const { messages } = await agent.getPrompt({
    name: 'generate_rules',
    arguments: { domain: 'house', activity: 'aired' },
  });
  expect((messages[0]?.content as { text: string }).text).toContain('=== Fluent: open ===');
  await agent.close();
});

it('puts fluents into a context with all they rest on', async () => {
  const { ask } = await house();
  await ask(SAVE, { name: 'aired', rules: AIRED });
  const { context } = await ask<{
    context: { text: string; sections: { infoType: string }[]; hits: { knowledge: { id: string } }[] };
  }>(
    'query ($input: ContextInput!) { context(input: $input) { text sections { infoType } hits { knowledge { id } } } }',
    { input: { query: 'room aired while nobody is in', domain: 'house', kinds: ['FLUENT'], first: 1 } },
  );
  expect(context.hits).toEqual([{ knowledge: { id: 'house/aired' } }]);
  expect(context.sections.map(({ infoType }) => infoType)).toEqual(['fluents', 'fluents_needed']);
  expect(context.text).toContain(AIRED);
  expect(context.text).toContain(OPEN.replace('.\n', '.\n\n'));
});
