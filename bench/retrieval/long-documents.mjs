// node bench/retrieval/long-documents.mjs FOLDER: writes the pages of docs/, cut into chunks as an ingest cuts them, with questions
// about them, into a folder: a set for `npm run bench:retrieval -- --documents …` (bench/retrieval/README.md). Needs a build.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cutIntoChunks } from '../../dist/readers/chunks.js';
import { titleOf } from '../../dist/readers/citation.js';
import { readBlocks } from '../../dist/readers/read.js';
import { withoutSecrets } from '../../dist/readers/secrets.js';
import { dataOf } from './words.mjs';

const LIMITS = { fileBytes: 50e6, characters: 5e6, pages: 5_000, unzippedBytes: 200e6, unzipRatio: 100 };
const CUT = { tokens: 400, overlap: 40 };

const pages = fileURLToPath(new URL('../../docs/', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write to');

const documents = [];
for (const name of readdirSync(pages).filter((each) => each.endsWith('.md'))) {
  const { title, blocks } = await readBlocks(readFileSync(join(pages, name)), { name }, LIMITS);
  const session = name.slice(0, -'.md'.length);
  withoutSecrets(cutIntoChunks({ blocks }, CUT)).chunks.forEach(({ text, place }, position) => {
    documents.push({ id: `${session}-${position}`, title: titleOf(title ?? session, place), text, session, position });
  });
}
const queries = [];
const judgements = [];
dataOf('long-documents').forEach(({ page, asks, says }, n) => {
  const id = `q${n + 1}`;
  const relevant = documents.filter(({ session, title, text }) => {
    return session === page && `${title}\n${text}`.replace(/\s+/g, ' ').includes(says);
  });
  if (relevant.length === 0) throw new Error(`No chunk of ${page} says: ${says}`);
  queries.push({ id, text: asks });
  judgements.push(...relevant.map((document) => `${id} 0 ${document.id} 1`));
});
mkdirSync(folder, { recursive: true });
const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
writeFileSync(join(folder, 'd.jsonl'), lines(documents));
writeFileSync(join(folder, 'q.jsonl'), lines(queries));
writeFileSync(join(folder, 'j.tsv'), `${judgements.join('\n')}\n`);
console.log(`${documents.length} chunks, ${queries.length} questions, ${judgements.length} judgements`);
