import { ownValue } from './json.js';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { Agent, interceptors, request } from 'undici';

/** Maximum number of redirections, the same as in `fetch`. */
const MAX_REDIRECTIONS = 20;
const dispatcher = new Agent().compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }));

/** Decoders by content encoding. Requests do not ask for compression, but a server may compress anyway. */
const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Promise<Buffer>>> = {
  gzip: promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
};

/**
 * Sends a request like `fetch`, but needs only about half of the CPU time. It is meant for clients that call a server
 * at every search. Request and answer are complete texts: the answer is read with `text` or `json`, and its `body` is
 * null. Redirects are followed, and compressed answers are decoded.
 *
 * @throws the reason of the signal if it is aborted, otherwise an error of undici
 */
export async function leanFetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  if (url instanceof Request) throw new TypeError('leanFetch takes an address');
  const { method = 'GET', headers, body, signal } = init;
  if (typeof body !== 'string' && body !== null && body !== undefined) throw new TypeError('leanFetch sends texts');
  const { statusCode, ...answer } = await request(url, {
    method: method as 'GET',
    headers: headers instanceof Headers ? headers : new Headers(headers),
    body: body ?? null,
    signal: signal ?? null,
    dispatcher,
  });
  const decode = ownValue(DECODERS, String(answer.headers['content-encoding']));
  const text = decode ? String(await decode(await answer.body.bytes())) : await answer.body.text();
  const given = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((each) => [name, each]),
  );
  return new WholeAnswer(text, { status: statusCode, headers: given });
}

/**
 * An answer whose text is already complete: `text` and `json` read it without a stream, which would cost more than
 * parsing.
 */
class WholeAnswer extends Response {
  constructor(
    private readonly whole: string,
    init: ResponseInit,
  ) {
    super(null, init);
  }

  override text(): Promise<string> {
    return Promise.resolve(this.whole);
  }

  override json(): Promise<unknown> {
    return Promise.resolve(this.whole).then((text) => JSON.parse(text) as unknown);
  }
}
