// A server with the OpenAI protocol, in a separate process. Its embeddings have 384 dimensions, and texts with common
// words have similar vectors. Its language model takes a second and always extracts one memory.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { generator } from './data.mjs';

export const MODEL = 'bench-384';
export const LLM_SECONDS = 1;
const DIMENSIONS = 384;
const words = new Map();

function wordVector(word) {
  let vector = words.get(word);
  if (!vector) {
    let seed = 2_166_136_261;
    for (const character of word) seed = Math.imul(seed ^ character.codePointAt(0), 16_777_619);
    const random = generator(seed);
    vector = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
    words.set(word, vector);
  }
  return vector;
}

function embed(text) {
  const sum = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? ['']) {
    const vector = wordVector(word);
    for (let i = 0; i < DIMENSIONS; i++) sum[i] += vector[i];
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

/** Starts the server; `embed(texts)` queries it for the raw side of the benchmark. */
export async function startEmbeddingStub() {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const [port] = await once(child, 'message');
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    url,
    async embed(texts) {
      const response = await fetch(`${url}/embeddings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, input: texts, encoding_format: 'base64' }),
      });
      const { data } = await response.json();
      return data.map(({ embedding }) => {
        const bytes = Buffer.from(embedding, 'base64');
        return Array.from(new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4));
      });
    },
    close: () => void child.kill(),
  };
}

function complete({ model, messages }, response) {
  const told = messages.at(-1).content.length;
  const content = `## Memory 1
**Title**: What session ${told} taught
**Description**: When it happens again
**Content**: Do it in the same order.
**Tags**: bench
**Outcome**: success`;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    }),
  );
}

if (process.argv[2] === 'serve') {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (request.url.endsWith('/chat/completions'))
      return void setTimeout(() => complete(body, response), LLM_SECONDS * 1_000);
    const { input, model, encoding_format: format } = body;
    const data = [input].flat().map((text, index) => {
      const vector = embed(text);
      const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      return {
        object: 'embedding',
        index,
        embedding: format === 'base64' ? bytes.toString('base64') : Array.from(vector),
      };
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 0, total_tokens: 0 } }));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit(0));
}
