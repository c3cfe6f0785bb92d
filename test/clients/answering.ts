import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a client sent. */
export interface Sent {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a server answers; `drop` breaks the connection, `never` lets it wait. */
export type Reply =
  'drop' | 'never' | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown };

export interface AnsweringServer {
  readonly url: string;
  readonly sent: readonly Sent[];
  close(): Promise<void>;
}

/** A server that gives these answers in turn, then the last one for ever. */
export async function answering(...replies: readonly Reply[]): Promise<AnsweringServer> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      sent.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      answer(response, replies[Math.min(sent.length, replies.length) - 1] ?? 'drop');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'never') return;
  if (reply === 'drop') return void response.destroy();
  const { status = 200, headers = {}, body = '' } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
