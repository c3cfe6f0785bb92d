import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import { CommandFailure } from './failure.js';
import { RequestRefused, sendBody, type ServiceAddress, TooLargeFailure } from './graphql-client.js';
import type { CommandOutput } from './command.js';

/** Options of `heartwood distill`. */
export interface DistilOptions {
  readonly outcome: string;
  readonly scope: string;
  readonly session?: string;
}

interface Job {
  readonly id: string;
  readonly sessionId: string;
  readonly status: string;
  readonly part: number;
  readonly firstTurn: number | null;
  readonly lastTurn: number | null;
  readonly skippedLines: number;
  readonly skippedTypes: readonly { readonly type: string; readonly count: number }[];
  readonly redacted: readonly unknown[];
}

/** Number of characters at the beginning of a file that are searched for the session id. */
const BEGINNING = 65_536;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
/** Patterns for Claude Code, Codex's rollouts, and `codex exec --json`. */
const IDS = [
  /"sessionId":"([^"\\]{1,100})"/,
  /"type":"session_meta".*?"id":"([^"\\]{1,100})"/,
  /"thread_id":"([^"\\]{1,100})"/,
];

/**
 * Submits transcripts one after the other and reports the result of each.
 *
 * @returns the exit code: 0; 1 when no file was accepted; 2 when lines or files were skipped
 * @throws CommandFailure when a file cannot be read, or no service answers
 */
export async function distilFiles(
  files: readonly string[],
  { outcome, scope, session }: DistilOptions,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<number> {
  if (session !== undefined && files.length > 1) throw new CommandFailure('--session needs a single file');
  const query = new URLSearchParams({ outcome, scope }).toString();
  let [taken, passed] = [0, 0];
  for (const file of files) {
    const sessionId = session ?? (await sessionIdOf(file));
    try {
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
      const path = `sessions/${encodeURIComponent(sessionId)}/trace?${query}`;
      const job = (await sendBody(address, path, body)) as unknown as Job;
      taken++;
      if (job.skippedLines > 0) passed++;
      output.note(`${file}: ${told(job)}`);
    } catch (error) {
      if (!(error instanceof RequestRefused || error instanceof TooLargeFailure)) throw error;
      passed++;
      output.note(`${file}: ${error.message}`);
    }
  }
  return taken === 0 ? 1 : passed > 0 ? 2 : 0;
}

function told({ id, sessionId, status, part, firstTurn, lastTurn, skippedLines, skippedTypes, redacted }: Job): string {
  const turns = firstTurn === null ? '' : `, turns ${firstTurn}-${lastTurn}`;
  return [
    `session ${sessionId}${part > 1 ? `, part ${part}` : ''}${turns}: ${id} is ${status}`,
    ...(skippedLines > 0 ? [`${skippedLines} ${skippedLines === 1 ? 'line' : 'lines'} skipped`] : []),
    ...(skippedTypes.length > 0
      ? [`left out: ${skippedTypes.map(({ type, count }) => `${count} ${type}`).join(', ')}`]
      : []),
    ...(redacted.length > 0 ? [`${redacted.length} ${redacted.length === 1 ? 'secret' : 'secrets'} cut out`] : []),
  ].join('; ');
}

async function sessionIdOf(file: string): Promise<string> {
  const name = basename(file, extname(file));
  const beginning = await beginningOf(file);
  const inName = UUID.exec(name)?.[0];
  if (inName !== undefined) return inName;
  for (const id of IDS) {
    const found = id.exec(beginning)?.[1];
    if (found !== undefined) return found;
  }
  return name;
}

/** @throws CommandFailure when the file cannot be read */
async function beginningOf(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${file} cannot be read (${code})`);
  }
}
