import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Model of the tests that share a database, since all their vectors are in one index. */
export const STUB_MODEL = 'stub-32';

export interface EmbeddingServer {
  /** For OPENAI_BASE_URL. */
  readonly url: string;
  /** Requests answered so far, including refused ones. */
  readonly requests: readonly EmbeddingRequest[];
  /** Sets a function that answers every request from now on; undefined restores the default. */
  answerWith(answer: Answer | undefined): void;
  close(): Promise<void>;
}

export interface EmbeddingRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encodingFormat: string | undefined;
}

/** Called for each request; returns true if it has answered the request. */
export type Answer = (request: EmbeddingRequest, response: ServerResponse) => boolean | Promise<boolean>;

/**
 * Starts a server of the OpenAI embeddings protocol, whose vectors are hashes of words: texts that share words are
 * near, and the same text always has the same vector. A model is called `<anything>-<dimensions>`.
 */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = [];
  let answer: Answer | undefined;
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await read(incoming);
      requests.push(request);
      if (answer && (await answer(request, response))) return;
      reply(response, 200, {
        object: 'list',
        model: request.model,
        data: request.input.map((text, index) => ({
          object: 'embedding',
          index,
          embedding: encode(stubVector(text, request.model), request.encodingFormat),
        })),
        usage: { prompt_tokens: 0, total_tokens: 0 },
      });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answerWith: (next) => (answer = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Returns the vector that the server computes for a text: the normalised sum of one fixed vector per word. */
export function stubVector(text: string, model = STUB_MODEL): Float32Array {
  const dimensions = Number(/-(\d+)$/.exec(model)?.[1] ?? 32);
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const hash = createHash('sha512').update(`${model} ${word}`).digest();
    for (let i = 0; i < dimensions; i++) sum[i]! += (hash[i % 64]! - 127.5) * (1 + (i >> 6));
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function encode(vector: Float32Array, format: string | undefined): string | number[] {
  if (format !== 'base64') return Array.from(vector);
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

async function read(incoming: IncomingMessage): Promise<EmbeddingRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    model: string;
    input: string | string[];
    encoding_format?: string;
  };
  return {
    model: body.model,
    input: Array.isArray(body.input) ? body.input : [body.input],
    encodingFormat: body.encoding_format,
  };
}
