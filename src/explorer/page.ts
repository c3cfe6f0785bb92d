import { ownValue } from '../common/json.js';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/**
 * Folder into which `npm run build` writes the page and the documentation. It is the same for code in `src` and in
 * `dist`.
 */
const PAGE = fileURLToPath(new URL('../../dist/explorer/page/', import.meta.url));
const DOCS = fileURLToPath(new URL('../../dist/explorer/docs/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** A file of the built page, kept in memory uncompressed and compressed. */
export interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** The files of the page by name, including `index.html`; undefined if the page is not built. */
export function readPage(folder = PAGE): Promise<ReadonlyMap<string, PageFile> | undefined> {
  return readFiles(folder);
}

/** The files of the documentation by path; undefined if it is not built. */
export function readDocs(): Promise<ReadonlyMap<string, PageFile> | undefined> {
  return readFiles(DOCS);
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, PageFile> | undefined> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.flatMap((name) => {
    const type = ownValue(TYPES, extname(name));
    return type === undefined ? [] : [{ name, type }];
  });
  if (!files.some(({ name }) => name === 'index.html')) return undefined;
  return new Map(
    await Promise.all(
      files.map(async ({ name, type }): Promise<readonly [string, PageFile]> => {
        const plain = await readFile(folder + name);
        const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
        return [name, { type, plain, gzipped: await promisify(gzip)(plain), etag }];
      }),
    ),
  );
}

/** Content security policy: the page may only run its own files and connect to this service. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Diagrams of rules are shown as images, which cannot run scripts.
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Shown instead of the page if it is not built. */
export const NOT_BUILT = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Heartwood</title></head>
<body>
<h1>Heartwood runs, and its page is not built</h1>
<p><code>npm run build</code> builds it; <code>npm start</code> does so by itself. No restart is needed.</p>
<p>Meanwhile the <a href="/playground">playground</a> answers queries.</p>
</body>
</html>
`;
