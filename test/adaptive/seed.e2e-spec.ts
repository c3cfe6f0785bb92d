import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';
import {
  type AdaptiveService,
  AI,
  CODE,
  OBSERVE,
  PRIMES,
  PROMPT,
  START,
  startAdaptive,
  type Step,
  type Task,
} from './support.js';

// The examples of "Adaptive React Mode" in the original design, step by step, with an LLM that answers as described
// there. adaptive.e2e-spec.ts and llm.e2e-spec.ts test how prime numbers are learned over two tasks, by MCP and on the
// command line.

let llm: OpenAiServer;
let service: AdaptiveService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  service = await startAdaptive(llm.environment);
});
afterAll(async () => {
  await service.close();
  await llm.close();
});

const INTENT = {
  dataType: 'numbers',
  expectedFormat: 'raw_data',
  successCriteria: ['first 1000', 'prime numbers'],
  qualityRequirements: { accuracy: 0.95, completeness: 0.95 },
};

async function start(objective: string, intent: object, headers: Record<string, string>) {
  llm.reset();
  llm.reply({ content: intent });
  const given = { objective, methods: AI };
  return (await service.ask<{ startAdaptiveTask: Task }>(START, given, headers)).startAdaptiveTask;
}

async function observe(taskId: string, stepNum: number, content: string, headers: Record<string, string>) {
  const input = { taskId, stepNum, success: true, documents: [{ name: 'answer.txt', content }] };
  return (await service.ask<{ observe: Step }>(OBSERVE, { input }, headers)).observe;
}

it('steps 1 to 5: intent, plan, validation, learning and stop are the objects of the design', async () => {
  const headers = { 'x-namespace': freshNamespace() };
  const task = await start(PROMPT, INTENT, headers);
  expect(task.intent).toMatchObject({ ...INTENT, decidedBy: 'MODEL' });
  expect(task.nextAction).toMatchObject({ method: 'ai', action: 'process' });
  expect(task.nextAction?.parameters.aiPrompt).toContain(PROMPT);
  for (const part of [
    'Select exactly one action',
    'OBJECTIVE',
    'USER INTENT',
    'LEARNED STRATEGIES',
    'AVAILABLE METHODS',
    'NEVER ask AI to write code when user wants data',
  ]) {
    expect(task.nextAction?.prompt).toContain(part);
  }

  const code = await observe(task.id, 0, CODE, headers);
  expect(code).toMatchObject({
    observation: { success: true, documentsCount: 1, contentAnalysis: { contentType: 'code' } },
    validation: { overallSuccess: false, dataTypeMatch: false, issues: ['Code was delivered, but numbers are wanted'] },
    progress: { decision: 'CONTINUE', progress: 0 },
  });
  for (const part of ['CONTENT VALIDATION', 'PROGRESS STATE', 'NEVER accept code when user wants data']) {
    expect(code.refinementPrompt).toContain(part);
  }

  const numbers = await observe(task.id, 1, PRIMES.join(', '), headers);
  expect(numbers).toMatchObject({
    validation: {
      overallSuccess: true,
      dataTypeMatch: true,
      formatMatch: true,
      successCriteriaMet: [true, true],
      issues: [],
      improvementSuggestions: [],
    },
    strategy: {
      pattern: 'numbers_request',
      successRate: 1,
      learned: 'Ask for the data itself, not for code that makes it',
    },
    progress: { decision: 'STOP', stopReason: 'DONE', progress: 100, nextAction: null },
  });
  // Rules decided everything, so the LLM was asked only for the intent.
  expect(llm.requests).toHaveLength(1);
});

it.each([
  ['DOCUMENTS', 'Create a Word document about primes', 'document', 'docx', 'Primes are numbers.', 'create_document'],
  ['ANALYSIS', 'Analyze the sales of this year', 'analysis', 'text', '1, 2, 3', 'analyse'],
])(
  'who wants %s is not content with something else',
  async (_, objective, dataType, expectedFormat, other, approach) => {
    const headers = { 'x-namespace': freshNamespace() };
    const task = await start(objective, { ...INTENT, dataType, expectedFormat, successCriteria: [] }, headers);
    expect(task.intent).toMatchObject({ dataType, expectedFormat });
    expect(task.nextAction).toMatchObject({ approach });
    expect(await observe(task.id, 0, other, headers)).toMatchObject({
      validation: { verdict: 'FAILURE', overallSuccess: false },
      progress: { decision: 'CONTINUE' },
    });
  },
);
