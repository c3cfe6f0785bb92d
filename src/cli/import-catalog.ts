import { type Batch, batchesOf, type BatchLimits, readCatalogFile } from './catalog-file.js';
import { CommandFailure } from './failure.js';
import { request, type ServiceAddress, TooLargeFailure } from './graphql-client.js';
import { showProgress } from './progress.js';
import type { CommandOutput } from './command.js';
import { type ImportReport, isWhole, type Skipped } from './import-report.js';

const IMPORT = `mutation Import($items: [JSON!]!, $application: String, $reset: Boolean!) {
  importCatalog(items: $items, application: $application, reset: $reset) {
    created updated unchanged warnings skipped { index id field reason }
  }
}`;

/**
 * Limits of a batch. Its size is far below the service's default limit of 16 MiB, and its records fit into one
 * transaction on a laptop.
 */
export const BATCH_LIMITS: BatchLimits = { maxBytes: 2 * 1024 * 1024, maxRecords: 1_000 };

/** Options of `heartwood import`. */
export interface ImportOptions {
  readonly application?: string | undefined;
  readonly reset: boolean;
  readonly limits?: BatchLimits;
}

interface Report extends ImportReport {
  readonly warnings: readonly string[];
}

/**
 * Imports a catalog in batches and reports the result.
 *
 * @returns false when records were skipped
 * @throws CommandFailure when the file cannot be read, every record was skipped, or the service refuses a batch;
 *   earlier batches remain imported
 */
export async function importCatalog(
  file: string,
  address: ServiceAddress,
  { application, reset, limits = BATCH_LIMITS }: ImportOptions,
  output: CommandOutput,
): Promise<boolean> {
  const records = readCatalogFile(file);
  const send = async (items: readonly unknown[]): Promise<Report> => {
    const data = await request(address, IMPORT, { items, application, reset });
    return data['importCatalog'] as Report;
  };

  const total = { created: 0, updated: 0, unchanged: 0 };
  const skipped: Skipped[] = [];
  // Repeated ids are detected here, because the service detects them only within one request.
  const firstIndex = new Map<unknown, number>();
  let warnings: readonly string[] = [];
  let done = 0;
  const progress = showProgress(output, 'imported', records.length);
  try {
    const waiting: Batch[] = [];
    const cannotBeSent = (index: number) => {
      skipped.push({ index, id: null, field: null, reason: 'the record is nested too deeply' });
      done += 1;
    };
    for (const next of batchesOf(records, limits, cannotBeSent)) {
      waiting.push(next);
      for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
        const { fresh, later } = withoutRepeated(batch, firstIndex, skipped);
        if (later.records.length > 0) waiting.push(later);
        let report: Report;
        try {
          report = await send(fresh.records);
        } catch (error) {
          if (!(error instanceof TooLargeFailure) || fresh.records.length < 2) throw error;
          waiting.push(...halves(fresh));
          done += batch.records.length - fresh.records.length - later.records.length;
          continue;
        }
        const wrong = new Set(report.skipped.map(({ index }) => index));
        skipped.push(
          ...report.skipped.map((record) => ({ ...record, index: fresh.indexes[record.index] ?? record.index })),
        );
        fresh.indexes.forEach((index, place) => {
          if (!wrong.has(place)) firstIndex.set(idOf(records[index]), index);
        });
        total.created += report.created;
        total.updated += report.updated;
        total.unchanged += report.unchanged;
        // Only the warnings of the last report are shown. Each report covers the whole catalog, so warnings that a
        // later batch resolved are absent from it.
        warnings = report.warnings;
        done += batch.records.length - later.records.length;
        progress.advance(done);
      }
    }
    if (records.length === 0) warnings = (await send([])).warnings;
  } catch (error) {
    if (!(error instanceof CommandFailure) || done === 0) throw error;
    throw new CommandFailure(
      `${error.message}\nThe first ${done} of ${records.length} records are stored; importing again continues from there`,
    );
  } finally {
    progress.stop();
  }

  for (const { index, id, field, reason } of skipped.sort((a, b) => a.index - b.index)) {
    const name = id === null ? `record ${index}` : `record ${index} (${id})`;
    output.note(`skipped ${name}${field === null ? '' : `, ${field}`}: ${reason}`);
  }
  for (const warning of warnings) output.note(`warning: ${warning}`);
  const { created, updated, unchanged } = total;
  output.note(`${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped.length} skipped`);
  return isWhole(created + updated + unchanged, skipped.length);
}

/**
 * Removes and reports records whose id was imported by an earlier batch. If a record repeats an id of the same batch,
 * it waits until the service has validated the first record with this id, because only a valid record counts.
 */
function withoutRepeated(
  batch: Batch,
  firstIndex: ReadonlyMap<unknown, number>,
  skipped: Skipped[],
): { fresh: Batch; later: Batch } {
  const kept: number[] = [];
  const waits: number[] = [];
  const own = new Set<unknown>();
  batch.records.forEach((record, place) => {
    const id = idOf(record);
    const first = firstIndex.get(id);
    if (typeof id === 'string' && first !== undefined) {
      const reason = `knowledge_id is already used at index ${first}; the first record of the list counts`;
      skipped.push({
        index: batch.indexes[place] ?? 0,
        id,
        field: 'knowledge_id',
        reason,
      });
    } else if (typeof id === 'string' && own.has(id)) {
      waits.push(place);
    } else {
      own.add(id);
      kept.push(place);
    }
  });
  return { fresh: pick(batch, kept), later: pick(batch, waits) };
}

function pick({ indexes, records }: Batch, places: readonly number[]): Batch {
  return { indexes: places.map((place) => indexes[place] ?? 0), records: places.map((place) => records[place]) };
}

/** The second half comes first in the list, because batches are taken from its end. */
function halves({ indexes, records }: Batch): Batch[] {
  const middle = records.length >> 1;
  return [
    { indexes: indexes.slice(middle), records: records.slice(middle) },
    { indexes: indexes.slice(0, middle), records: records.slice(0, middle) },
  ];
}

function idOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null
    ? (record as Record<string, unknown>)['knowledge_id']
    : undefined;
}
