import { afterAll, beforeAll, expect, it } from 'vitest';
import { countTokens } from '../../src/common/tokens.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { type ChatRequest, OpenAiServer } from '../support/openai-server.js';

// Compares the estimate of costs with what a scripted LLM server is sent and answers. Chunks are read one at a time: what
// a prompt shows of other chunks is what was stored before it, which would depend on the speed of the machine.

let llm: OpenAiServer;
let service: TestService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  service = await contextService({ ...llm.environment, DOCUMENT_PROCESSES: '1', LLM_PAUSE_MS: '1' });
});
afterAll(async () => {
  await service.close();
  await llm.close();
});

const PARTS = ['bearing', 'seal', 'gearbox', 'coupling', 'valve', 'filter', 'motor', 'impeller', 'piston', 'clutch'];
const PEOPLE = ['Ada Lindqvist', 'Bo Okafor', 'Carla Menendez', 'Dario Petrov', 'Esi Mensah'];

/** A manual of 20 sections with that many sentences each. */
function manual(sentences: number): string {
  const sections = Array.from({ length: 20 }, (_, section) => {
    const said = Array.from({ length: sentences }, (_, n) => {
      const part = PARTS[(section + n) % PARTS.length];
      const person = PEOPLE[(section * 3 + n) % PEOPLE.length];
      return `${person} checks the ${part} of line ${section + 1} every ${3 + n} weeks, and replaces it when it is hotter than ${60 + section + n} degrees.`;
    });
    return `## Line ${section + 1}\n\n${said.join(' ')}`;
  });
  return ['# Manual of the plant', ...sections].join('\n\n');
}

/** Replies as a model does: one piece for each sentence, and the people and parts that the sentence names. */
function read({ messages }: ChatRequest): { content: object } {
  const text = /<text>\n([^]*)\n<\/text>$/.exec(messages[1]?.content ?? '')?.[1] ?? '';
  const said = text.split(/(?<=\.) /);
  const facts = said.map((content, n) => {
    const [, person = '', part = '', line = ''] = /^(.*) checks the (\w+) of line (\d+)/.exec(content) ?? [];
    return {
      content,
      person: `person:${person.toLowerCase().replace(' ', '-')}`,
      label: person,
      part,
      line,
      id: `check-${part}-${line}-${n}`,
    };
  });
  return {
    content: {
      pieces: facts.map(({ content, person, part, line, id }) => {
        const mentions = [person, `line:${line}`];
        return { piece_id: id, content, knowledge_type: 'fact', info_type: 'context', tags: [part], mentions };
      }),
      graph: {
        nodes: facts.map(({ person, label }) => ({ node_id: person, node_type: 'person', label })),
        edges: facts.map(({ person, line, id }) => {
          return { source_id: person, target_id: `line:${line}`, edge_type: 'CHECKS', properties: { piece_id: id } };
        }),
      },
    },
  };
}

it.each([
  ['short', 2],
  ['long', 10],
])('costs what was estimated, for %s chunks', async (_, sentences) => {
  const namespace = freshNamespace();
  const ask = <Data>(query: string, variables: object) => service.data<Data>(namespace, query, variables);
  const { ingestDocument } = await ask<{ ingestDocument: { document: { id: string; chunks: number } } }>(
    'mutation ($document: IngestDocumentInput!) { ingestDocument(document: $document) { document { id chunks } } }',
    { document: { source: 'manual.md', content: manual(sentences) } },
  );
  const { id, chunks } = ingestDocument.document;
  const { structuring } = await ask<{ structuring: { inputTokens: number; outputTokens: number } }>(
    'query ($ids: [ID!]!) { structuring(ids: $ids) { inputTokens outputTokens } }',
    { ids: [id] },
  );
  llm.reset();
  const answered: string[] = [];
  llm.answerBy((request) => {
    const reply = read(request);
    answered.push(JSON.stringify(reply.content));
    return reply;
  });
  await ask('mutation ($ids: [ID!]!) { structureDocuments(ids: $ids, first: 100, parallel: 1) { structured remaining } }', { ids: [id] }); // prettier-ignore
  expect(llm.requests).toHaveLength(chunks);
  const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + countTokens(text), 0);
  const sent = sum(llm.requests.flatMap(({ messages }) => messages.map(({ content }) => content)));
  const schemas = sum(llm.requests.map((request) => JSON.stringify(request.response_format?.json_schema.schema)));
  const shares = {
    sent: (sent + schemas) / structuring.inputTokens,
    answered: sum(answered) / structuring.outputTokens,
  };
  process.stdout.write(`tokens compared with the estimate: ${JSON.stringify(shares)}\n`);
  // These bounds are stated in docs/documents.md.
  expect(shares.sent).toBeGreaterThan(0.9);
  expect(shares.sent).toBeLessThan(1.1);
  expect(shares.answered).toBeGreaterThan(0.75);
  expect(shares.answered).toBeLessThan(1.25);
});
