import { Agent, request } from 'undici';

const dispatcher = new Agent();

/**
 * Sends a request as `fetch` does, for half of its CPU: for clients that ask a server at every search. It follows no
 * redirect, and its request and its answer are each one text.
 *
 * @throws as undici does: AbortError when the signal is aborted
 */
export async function leanFetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  if (url instanceof Request) throw new TypeError('leanFetch takes an address');
  const { method = 'GET', headers, body, signal } = init;
  if (typeof body !== 'string' && body !== null && body !== undefined) throw new TypeError('leanFetch sends texts');
  const answer = await request(url, {
    method: method as 'GET',
    headers: Object.fromEntries(new Headers(headers)),
    body: body ?? null,
    signal: signal ?? null,
    dispatcher,
  });
  const text = await answer.body.text();
  const given = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((each) => [name, each]),
  );
  // A status that has no body may not even have an empty one.
  return new Response(text === '' ? null : text, { status: answer.statusCode, headers: given });
}
