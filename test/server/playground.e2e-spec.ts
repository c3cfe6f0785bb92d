import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './support.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Gets a page without fetch, which would decompress it. */
function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(`${service.url}${path}`, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the playground', () => {
  it('comes compressed, cached and with its own policy, and plain to those who want that', async () => {
    const packed = await get('/playground', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
    expect(packed.headers['content-security-policy']).toContain("worker-src 'self' blob:");
    expect(packed.body.length).toBeLessThan(4_000_000);
    const plain = await get('/playground');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    const again = await get('/playground', { 'if-none-match': String(packed.headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('has the examples and the sample namespace in it, and refers to no other host', async () => {
    const page = String((await get('/playground')).body);
    expect(page).toContain('put two measurements side by side');
    expect(page).toContain('x-namespace');
    expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//);
  });
});
