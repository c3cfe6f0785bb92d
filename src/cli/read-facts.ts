import type { CommandOutput } from './command.js';
import { CommandFailure } from './failure.js';
import { request, type ServiceAddress } from './graphql-client.js';
import { showProgress } from './progress.js';

const ESTIMATE = `query Estimate($ids: [ID!]!) {
  structuring(ids: $ids) { chunks unread inputTokens outputTokens cost } }`;
const STRUCTURE = `mutation Structure($ids: [ID!]!, $without: [ID!]!, $first: Int!, $replace: Boolean!, $allowOthers: Boolean!,
  $allowGlobal: Boolean!) {
  structureDocuments(ids: $ids, without: $without, first: $first, replace: $replace, allowOthers: $allowOthers,
    allowGlobal: $allowGlobal) {
    structured created updated unchanged skipped remaining stopped failed { chunkId citation code message } } }`;

/** Maximum documents of one request. */
const DOCUMENTS_AT_ONCE = 1_000;
/** Number of chunks per request, so few that their retries end within the timeout of the request. */
const CHUNKS_AT_ONCE = 8;

export interface FactSettings {
  /** If true, the LLM is used without asking for confirmation. */
  readonly yes: boolean;
  readonly replace: boolean;
  readonly allowOthers: boolean;
  readonly allowGlobal: boolean;
}

interface Estimate {
  readonly chunks: number;
  readonly unread: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number | null;
}

interface Report {
  readonly structured: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly stopped: string | null;
  readonly failed: readonly {
    readonly chunkId: string;
    readonly citation: string | null;
    readonly code: string;
    readonly message: string;
  }[];
}

/**
 * Lets the LLM of the service read facts from the unread chunks of documents, after the estimated costs were confirmed.
 * Repeating the command continues with the remaining chunks.
 *
 * @returns false when chunks failed or records were skipped
 * @throws CommandFailure when nobody confirms, or the LLM becomes unavailable; facts that were read until then are kept
 */
export async function readFacts(
  ids: readonly string[],
  { yes, ...allowed }: FactSettings,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const parts = partsOf(ids);
  const estimates: Estimate[] = [];
  for (const part of parts) {
    estimates.push((await request(address, ESTIMATE, { ids: part }))['structuring'] as Estimate);
  }
  const sum = (of: (estimate: Estimate) => number) => estimates.reduce((total, estimate) => total + of(estimate), 0);
  const unread = sum((estimate) => estimate.unread);
  if (unread === 0) {
    // The call is made even if no chunk is unread, because it undoes facts of removed chunks.
    for (const part of parts) await structure(part, [], allowed, address);
    output.note(`facts of all ${sum(({ chunks }) => chunks)} chunks are in`);
    return true;
  }
  const costs = estimates.some(({ cost }) => cost === null)
    ? 'costs unknown without LLM_PRICE_INPUT and LLM_PRICE_OUTPUT'
    : `about ${sum(({ cost }) => cost ?? 0).toPrecision(2)} in the currency of LLM_PRICE_INPUT`;
  const tokens = `about ${sum(({ inputTokens }) => inputTokens)} tokens sent and ${sum(({ outputTokens }) => outputTokens)} answered`;
  output.note(`${unread} chunks to read: ${tokens}, ${costs}`);
  if (!yes) {
    if (!output.confirm) throw new CommandFailure('No facts were read: confirm the costs with --yes');
    if (!(await output.confirm('Have the LLM read them?'))) throw new CommandFailure('No facts were read');
  }
  return readAll(parts, unread, allowed, address, output);
}

async function readAll(
  parts: readonly (readonly string[])[],
  unread: number,
  allowed: Omit<FactSettings, 'yes'>,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const total = { structured: 0, created: 0, updated: 0, unchanged: 0, skipped: 0 };
  const failed: string[] = [];
  const progress = showProgress(output, 'read', unread);
  try {
    for (const part of parts) {
      for (;;) {
        const report = await structure(part, failed, allowed, address);
        for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += report[name];
        for (const { chunkId, citation, code, message } of report.failed) {
          failed.push(chunkId);
          output.note(`failed ${citation ?? chunkId}: ${message} (${code})`);
        }
        if (report.structured + report.failed.length > 0) progress.advance(total.structured + failed.length);
        if (report.stopped !== null) {
          const left = `${total.structured} of ${unread} chunks are read; the same command continues from there`;
          throw new CommandFailure(`${report.stopped}\n${left}`);
        }
        if (report.structured + report.failed.length === 0) break;
      }
    }
  } finally {
    progress.stop();
  }
  const { structured, created, updated, unchanged, skipped } = total;
  output.note(
    `facts of ${structured} chunks: ${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${failed.length} chunks failed`,
  );
  return failed.length + skipped === 0;
}

async function structure(
  ids: readonly string[],
  without: readonly string[],
  allowed: Omit<FactSettings, 'yes'>,
  address: ServiceAddress,
): Promise<Report> {
  const variables = { ids, without, first: CHUNKS_AT_ONCE, ...allowed };
  return (await request(address, STRUCTURE, variables))['structureDocuments'] as Report;
}

function partsOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / DOCUMENTS_AT_ONCE) }, (_, part) =>
    ids.slice(part * DOCUMENTS_AT_ONCE, (part + 1) * DOCUMENTS_AT_ONCE),
  );
}
