import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { CommandOutput } from './command.js';
import { type DocumentFile, documentFiles, type FileSettings, isUrl, type UnreadablePath } from './document-files.js';
import { CommandFailure } from './failure.js';
import { fetchPage } from './fetch-page.js';
import { request, RequestRefused, sendBody, type ServiceAddress, TooLargeFailure } from './graphql-client.js';
import { showProgress } from './progress.js';

const DOCUMENTS = `query Documents($root: String!, $after: String) {
  documents(first: 500, after: $after, filter: { root: $root }) {
    nodes { id source hash } pageInfo { hasNextPage endCursor } } }`;
const SAME = `query Same($root: String!, $hash: String!) {
  documents(first: 500, filter: { root: $root, hash: $hash }) { nodes { id source hash } } }`;
const CLOSE = 'mutation Close($id: ID!) { closeDocument(id: $id) }';

/**
 * Number of concurrent uploads. The service reads this many files at the same time, but writes them one after the
 * other.
 */
const AT_ONCE = 3;
/** Number of files after which progress is reported if there is no terminal. */
const TOLD_EVERY = 100;
/** Maximum number of files with secrets that are named. */
const SECRET_TOLD = 10;

/** Options of `heartwood ingest` for documents. */
export interface IngestDocumentsOptions extends FileSettings {
  readonly entity?: string | undefined;
  readonly prune: boolean;
  /**
   * State of each file when it was sent, by path: unchanged files are not sent again. If absent, all files are sent.
   */
  readonly sent?: Map<string, string>;
  /** Receives the ids of all documents of this run, in the order of the files, before missing files are handled. */
  readonly ingested?: (ids: readonly string[]) => void;
}

interface KnownDocument {
  readonly id: string;
  readonly source: string;
  readonly hash: string;
}

interface Report {
  readonly document: { readonly id: string };
  readonly outcome: 'CREATED' | 'UPDATED' | 'RENAMED' | 'UNCHANGED';
  readonly changeId: string | null;
  readonly redacted: readonly { readonly page: number | null; readonly line: number | null; readonly rule: string }[];
}

type Sent = { readonly report: Report } | { readonly refused: string };

/**
 * Ingests files, folders, pages and standard input, and reports the result. Running it again resumes an interrupted
 * run, because unchanged documents are skipped.
 *
 * @returns false when files were refused
 * @throws CommandFailure when a path does not exist, or the service fails; earlier files remain ingested
 */
export async function ingestDocuments(
  paths: readonly string[],
  { entity, prune, sent: before, ingested, ...settings }: IngestDocumentsOptions,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const { files: all, roots, unreadable, secret } = documentFiles(paths, settings);
  if (all.length + unreadable.length === 0 && before === undefined)
    throw new CommandFailure(
      ['There is no file to ingest', ...(secret.length > 0 ? [aboutSecret(secret)] : [])].join('; '),
    );
  const here = new Set(all.map(keyOf));
  const states = new Map(before && all.map((file) => [file, stateOf(file)] as const));
  const files = before ? all.filter((file) => before.get(file.from ?? '') !== states.get(file)) : all;
  const gone = new Map<string, KnownDocument>();
  const known = new Set<string>();
  for (const root of roots) {
    for (const document of await knownDocuments(root, address)) {
      const key = keyOf({ root, source: document.source });
      known.add(key);
      if (!here.has(key) && !unreadable.some((path) => isWithin(path, root, document))) gone.set(key, document);
    }
  }
  const send = async (file: DocumentFile): Promise<Sent> => {
    const { bytes, mediaType } = await contentOf(file);
    const place: Record<string, string> = { source: file.source, root: file.root };
    if (mediaType !== undefined) place['mediaType'] = mediaType;
    if (entity !== undefined) place['entityId'] = entity;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const isKnown = known.has(keyOf(file));
    if (!isKnown) {
      // The document is claimed synchronously, because several files may have the same content.
      const before = [...gone].find(([key, document]) => document.hash === hash && key.startsWith(`${file.root}\n`));
      if (before) {
        gone.delete(before[0]);
        place['movedFrom'] = before[1].source;
      } else {
        place['copy'] = 'true';
      }
    }
    const body = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() as ReadableStream;
    try {
      const report: unknown = await sendBody(address, `documents?${new URLSearchParams(place).toString()}`, body);
      return { report: report as Report };
    } catch (error) {
      // After a time-out, the document may be stored all the same: only the answer was lost.
      const stored = error instanceof RequestRefused ? undefined : await storedAs(file, hash, address);
      if (stored === undefined) throw error;
      output.note(`stored ${file.source}, although the service reported: ${(error as Error).message}`);
      const outcome = isKnown ? 'UPDATED' : 'CREATED';
      return { report: { document: { id: stored }, outcome, changeId: null, redacted: [] } };
    }
  };
  const isLaterRun = before !== undefined && before.size > 0;
  const sent = await sendAll(files, send, output);
  if (before) {
    before.clear();
    for (const [file, state] of states) before.set(file.from ?? '', state);
  }
  if (before !== undefined && files.length + gone.size === 0) return true;
  if (secret.length > 0 && !isLaterRun) output.note(aboutSecret(secret));
  const whole = tell(files, sent, unreadable, output);
  ingested?.(sent.flatMap((result) => ('report' in result ? [result.report.document.id] : [])));
  await tellGone([...gone.values()], prune, address, output);
  return whole;
}

async function sendAll(
  files: readonly DocumentFile[],
  send: (file: DocumentFile) => Promise<Sent>,
  output: CommandOutput,
): Promise<Sent[]> {
  const sent = new Array<Sent>(files.length);
  const progress = showProgress(output, 'ingested', files.length);
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let n = next++; n < files.length; n = next++) {
      const file = files[n];
      if (!file) return;
      try {
        sent[n] = await send(file);
      } catch (error) {
        // A refused or too large file does not affect the others.
        if (!(error instanceof RequestRefused || error instanceof TooLargeFailure)) {
          next = files.length;
          throw error;
        }
        sent[n] = { refused: error.message };
      }
      done += 1;
      if (output.isTerminal || done % TOLD_EVERY === 0 || done === files.length) progress.advance(done);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    if (!(error instanceof CommandFailure) || done === 0) throw error;
    throw new CommandFailure(
      `${error.message}\n${done} of ${files.length} files are stored; ingesting again continues from there`,
    );
  } finally {
    progress.stop();
  }
  return sent;
}

function tell(
  files: readonly DocumentFile[],
  sent: readonly Sent[],
  unreadable: readonly UnreadablePath[],
  output: CommandOutput,
): boolean {
  const counts = { CREATED: 0, UPDATED: 0, RENAMED: 0, UNCHANGED: 0 };
  let refused = unreadable.length;
  let redacted = 0;
  files.forEach((file, n) => {
    const result = sent[n];
    const path = file.root === '' || isUrl(file.source) ? file.source : `${file.root}/${file.source}`;
    if (!result) return;
    if ('refused' in result) {
      refused += 1;
      return output.note(`refused ${path}: ${result.refused}`);
    }
    counts[result.report.outcome] += 1;
    // Of many files, the changes are listed by `changes`.
    const { changeId } = result.report;
    if (files.length === 1 && changeId !== null) output.note(`change ${changeId} of ${path}`);
    for (const { page, line, rule } of result.report.redacted) {
      redacted += 1;
      const place = line === null ? (page === null ? '' : `, page ${page}`) : `:${line}`;
      output.note(`cut out of ${path}${place}: what looks like a secret (${rule})`);
    }
  });
  for (const { root, path, reason } of unreadable) {
    output.note(`refused ${root}/${path}: it cannot be read: ${reason}`);
  }
  const { CREATED, UPDATED, RENAMED, UNCHANGED } = counts;
  const secrets = redacted === 0 ? '' : `, ${redacted} ${redacted === 1 ? 'secret' : 'secrets'} cut out`;
  output.note(
    `${CREATED} created, ${UPDATED} updated, ${RENAMED} renamed, ${UNCHANGED} unchanged, ${refused} refused${secrets}`,
  );
  return refused === 0;
}

function aboutSecret(paths: readonly string[]): string {
  const some = paths.slice(0, SECRET_TOLD).join(', ');
  const more = paths.length > SECRET_TOLD ? ` and ${paths.length - SECRET_TOLD} more` : '';
  return `skipped files that hold keys or passwords, by their names: ${some}${more}`;
}

/** Reports documents whose files no longer exist. They are kept, unless pruning is requested. */
async function tellGone(
  gone: readonly KnownDocument[],
  prune: boolean,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<void> {
  for (const { id, source } of gone) {
    if (prune) await request(address, CLOSE, { id });
    output.note(`${prune ? 'closed' : 'gone'} ${source}`);
  }
  if (gone.length > 0 && !prune) output.note(`${gone.length} documents have no file any more; --prune closes them`);
}

/** The id of a file's document, if it is stored with this content; undefined if it is not, or nobody answers. */
async function storedAs(
  { root, source }: DocumentFile,
  hash: string,
  address: ServiceAddress,
): Promise<string | undefined> {
  try {
    const { documents } = (await request(address, SAME, { root, hash })) as { documents: { nodes: KnownDocument[] } };
    return documents.nodes.find((document) => document.source === source)?.id;
  } catch {
    return undefined;
  }
}

async function knownDocuments(root: string, address: ServiceAddress): Promise<KnownDocument[]> {
  const known: KnownDocument[] = [];
  for (let after: string | null = null; ;) {
    const { documents } = (await request(address, DOCUMENTS, { root, after })) as {
      documents: { nodes: KnownDocument[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
    };
    known.push(...documents.nodes);
    if (!documents.pageInfo.hasNextPage) return known;
    after = documents.pageInfo.endCursor;
  }
}

/** The bytes of a file, of standard input, or of a page; the service itself never fetches pages. */
async function contentOf({ from, source }: DocumentFile): Promise<{ bytes: Uint8Array; mediaType?: string }> {
  try {
    if (from === null) return { bytes: readFileSync(0) };
    if (!isUrl(from)) return { bytes: readFileSync(from) };
    return await fetchPage(from);
  } catch (error) {
    throw new RequestRefused(`${source} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Whether the document may come from a path that cannot be read, so that its file may still exist. */
function isWithin({ root, path }: UnreadablePath, of: string, { source }: KnownDocument): boolean {
  return root === of && (source === path || path === '' || (path.endsWith('/') && source.startsWith(path)));
}

/** A text that describes the state of a file; it changes whenever the file is written. */
function stateOf({ from }: DocumentFile): string {
  const stat = from === null || isUrl(from) ? undefined : statSync(from, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
}

function keyOf({ root, source }: { readonly root: string; readonly source: string }): string {
  return `${root}\n${source}`;
}
