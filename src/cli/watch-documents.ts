import { basename } from 'node:path';
import { watch } from 'chokidar';
import { WorkQueue } from '../common/queue.js';
import type { CommandOutput } from './command.js';
import { isUrl } from './document-files.js';
import { CommandFailure } from './failure.js';
import type { ServiceAddress } from './graphql-client.js';
import { ingestDocuments, type IngestDocumentsOptions } from './ingest-documents.js';

/**
 * Time, in ms, without further changes after which changed files are ingested, because editors write in several steps.
 */
const QUIET_MS = 300;

/**
 * Ingests documents, and ingests them again whenever they change, until it is stopped. Documents whose files are
 * deleted are closed. Failures are reported, and retried with the next change.
 *
 * @throws CommandFailure when the first run fails, or nothing can be watched
 */
export async function watchDocuments(
  paths: readonly string[],
  options: Omit<IngestDocumentsOptions, 'prune' | 'sent'>,
  address: ServiceAddress,
  output: CommandOutput,
  stop: AbortSignal,
): Promise<void> {
  const watched = paths.filter((path) => path !== '-' && !isUrl(path));
  if (watched.length < paths.length) throw new CommandFailure('Only files and folders can be watched');
  const sent = new Map<string, string>();
  const ingest = () => ingestDocuments(paths, { ...options, prune: true, sent }, address, output);
  const queue = new WorkQueue();
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void queue.run(async () => {
        try {
          await ingest();
        } catch (error) {
          if (!(error instanceof CommandFailure)) throw error;
          output.note(error.message);
        }
      });
    }, QUIET_MS);
  };
  // Excludes paths that would only cause useless runs; each run itself decides which files to ingest.
  const watcher = watch(watched, {
    followSymlinks: false,
    ignoreInitial: true,
    ignored: (path) => !watched.includes(path) && (basename(path).startsWith('.') || basename(path) === 'node_modules'),
  });
  try {
    await new Promise<void>((ready, failed) => {
      watcher.once('ready', ready);
      watcher.once('error', (error) => failed(new CommandFailure(`The files cannot be watched: ${String(error)}`)));
    });
    watcher.on('error', (error) => output.note(`Some files cannot be watched: ${String(error)}`));
    watcher.on('all', changed);
    // The first run comes after the watcher's first scan, so that no change between the two is missed.
    await queue.run(ingest);
    output.note('watching; end it with Ctrl+C');
    if (!stop.aborted) await new Promise((ended) => stop.addEventListener('abort', ended, { once: true }));
  } finally {
    clearTimeout(timer);
    await watcher.close();
    await queue.run(() => Promise.resolve());
  }
}
