import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { isRecord } from '../common/json.js';
import { batchesOf, readJsonFile, readTextFile, readUtf8File } from './catalog-file.js';
import { CommandFailure } from './failure.js';
import { type ForeignDocument, type ForeignFormat, type ForeignPlaces, readForeign } from './foreign.js';
import { request, type ServiceAddress } from './graphql-client.js';
import { BATCH_LIMITS } from './import-catalog.js';
import { showProgress } from './progress.js';
import type { CommandOutput } from './command.js';
import { type ImportReport, isWhole, type Skipped } from './import-report.js';

const REPORT = 'created updated unchanged skipped { section index id field reason }';
const LOAD = `mutation Load($document: JSON!) { loadKnowledge(document: $document) { ${REPORT} } }`;
const INGEST = `mutation Ingest($text: String!, $entityId: ID, $checkIn: Boolean!, $artifacts: JSON, $replace: Boolean!,
  $allowOthers: Boolean!, $allowGlobal: Boolean!) {
  ingestText(text: $text, entityId: $entityId, checkIn: $checkIn, artifacts: $artifacts, replace: $replace,
    allowOthers: $allowOthers, allowGlobal: $allowGlobal) {
    attempts checkInId load { ${REPORT} } } }`;

interface SkippedOfSection extends Skipped {
  readonly section: string | null;
}

type Report = ImportReport<SkippedOfSection>;

/** Options of `heartwood ingest`. */
export interface IngestOptions {
  readonly entity?: string;
  readonly checkIn: boolean;
  readonly replace: boolean;
  readonly allowOthers: boolean;
  readonly allowGlobal: boolean;
}

interface Part {
  readonly section: 'metadata' | 'nodes' | 'pieces' | 'edges';
  readonly records: readonly unknown[];
  /** Returns the id of a record, which must be unique in its section. Repeated ids are reported. */
  readonly idOf: (record: unknown) => unknown;
  readonly documentOf: (records: readonly unknown[]) => Record<string, unknown>;
}

/**
 * Imports a document in batches, entities before pieces before relations, each batch in one transaction, and reports
 * the result.
 *
 * @returns false when records were skipped
 * @throws CommandFailure when the file cannot be read, or the service refuses a batch; earlier batches remain imported
 */
export async function importKnowledge(file: string, address: ServiceAddress, output: CommandOutput): Promise<boolean> {
  const document = readJsonFile(file);
  if (!isRecord(document)) throw new CommandFailure(`${file} must contain a JSON object: { metadata, pieces, graph }`);
  return loadDocument(document, address, output);
}

/** Maximum size of an export of another memory system in bytes, since it is read into memory. */
const FOREIGN_BYTES = 100 * 1024 * 1024;

/**
 * Imports an export of another memory system, and reports the records that were left out.
 *
 * @returns false when records were left out
 * @throws CommandFailure when the file cannot be read or is too large, and in the cases of {@link importKnowledge}
 */
export async function importForeign(
  format: ForeignFormat,
  file: string,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > FOREIGN_BYTES) throw new CommandFailure(`${file} has ${bytes} bytes; ${FOREIGN_BYTES} at most are read`);
  let read: ForeignDocument;
  try {
    read = readForeign(format, readUtf8File(file));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandFailure(`${file} is none of ${format}: ${error.message}`);
  }
  for (const { place, reason } of read.skipped) output.note(`left out ${place}: ${reason}`);
  const placeOf = (section: string, index: number) =>
    read.places[section as keyof ForeignPlaces]?.[index] ?? indexed(section, index);
  const whole = await loadDocument(read.document, address, output, placeOf);
  return whole && read.skipped.length === 0;
}

/** Returns in words where a record stands, by its section and index in the document. */
type PlaceOf = (section: string, index: number) => string;

const indexed: PlaceOf = (section, index) => `${section} ${index}`;

async function loadDocument(
  document: Record<string, unknown>,
  address: ServiceAddress,
  output: CommandOutput,
  placeOf: PlaceOf = indexed,
): Promise<boolean> {
  const parts = partsOf(document);
  const total = parts.reduce((sum, { records }) => sum + records.length, 0);
  const reports: Report[] = [];
  let done = 0;
  const progress = showProgress(output, 'loaded', total);
  try {
    // The service reports malformed sections.
    const rest = strange(document);
    if (Object.keys(rest).length > 0) reports.push(await load(address, rest));
    for (const { section, records, idOf, documentOf } of parts) {
      const firstIndex = new Map<unknown, number>();
      const tooDeep = (index: number) => {
        reports.push(skippedOne({ section, index, id: null, field: null, reason: 'the record is nested too deeply' }));
        done += 1;
      };
      for (const { indexes, records: batch } of batchesOf(records, BATCH_LIMITS, tooDeep)) {
        const fresh = batch.map((record, place) => ({ record, index: indexes[place] ?? 0, id: idOf(record) }));
        const repeated = fresh.filter(({ id }) => typeof id === 'string' && firstIndex.has(id));
        for (const { index, id } of repeated) {
          const first = firstIndex.get(id) ?? 0;
          const where = placeOf === indexed ? `index ${first}` : placeOf(section, first);
          const reason = `it stands already at ${where}; the first counts`;
          reports.push(skippedOne({ section, index, id: String(id), field: null, reason }));
        }
        const sent = fresh.filter((entry) => !repeated.includes(entry));
        const report = await load(address, documentOf(sent.map(({ record }) => record)));
        const wrong = new Set(report.skipped.map(({ index }) => index));
        sent.forEach(({ id, index }, place) => {
          if (!wrong.has(place)) firstIndex.set(id, index);
        });
        const skipped = report.skipped.map((record) => ({
          ...record,
          index: sent[record.index]?.index ?? record.index,
        }));
        reports.push({ ...report, skipped });
        done += batch.length;
        progress.advance(done);
      }
    }
  } catch (error) {
    if (!(error instanceof CommandFailure) || done === 0) throw error;
    throw new CommandFailure(
      `${error.message}\nThe first ${done} of ${total} records are stored; importing again continues from there`,
    );
  } finally {
    progress.stop();
  }
  return tell(reports, output, placeOf);
}

/**
 * Lets the service structure texts, one file after the other, and reports the result of each.
 *
 * @returns false when records were skipped
 * @throws CommandFailure when a file cannot be read, or the service or its LLM fails; earlier files remain imported
 */
export async function ingestFiles(
  files: readonly string[],
  { entity, checkIn, replace, allowOthers, allowGlobal }: IngestOptions,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const texts = files.map((file) => ({ file, text: readTextFile(file) }));
  let whole = true;
  for (const { file, text } of texts) {
    const allowed = { checkIn, replace, allowOthers, allowGlobal };
    const variables = { text, entityId: entity ?? null, ...allowed, artifacts: { file: basename(file) } };
    const data = await request(address, INGEST, variables);
    const { load, checkInId } = data['ingestText'] as { load: Report; checkInId: string | null };
    output.note(checkInId === null ? file : `${file}: check-in ${checkInId}`);
    whole = tell([load], output) && whole;
  }
  return whole;
}

async function load(address: ServiceAddress, document: Record<string, unknown>): Promise<Report> {
  return (await request(address, LOAD, { document }))['loadKnowledge'] as Report;
}

function partsOf(document: Record<string, unknown>): Part[] {
  const { metadata, pieces } = document;
  const { nodes, edges } = isRecord(document['graph']) ? document['graph'] : {};
  const field = (name: string) => (record: unknown) => (isRecord(record) ? record[name] : undefined);
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return [
    {
      section: 'metadata',
      records: isRecord(metadata) ? Object.entries(metadata) : [],
      idOf: () => undefined,
      documentOf: (records) => ({ metadata: Object.fromEntries(records as [string, unknown][]) }),
    },
    {
      section: 'nodes',
      records: list(nodes),
      idOf: field('node_id'),
      documentOf: (records) => ({ graph: { nodes: records } }),
    },
    {
      section: 'pieces',
      records: list(pieces),
      idOf: field('piece_id'),
      documentOf: (records) => ({ pieces: records }),
    },
    {
      section: 'edges',
      records: list(edges),
      idOf: () => undefined,
      documentOf: (records) => ({ graph: { edges: records } }),
    },
  ];
}

/** Returns the parts of a document that are not sections with records. */
function strange({ metadata, pieces, graph, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (metadata !== undefined && !isRecord(metadata)) rest['metadata'] = metadata;
  if (pieces !== undefined && !Array.isArray(pieces)) rest['pieces'] = pieces;
  if (graph !== undefined && !isRecord(graph)) rest['graph'] = graph;
  if (isRecord(graph)) {
    const odd = Object.fromEntries(
      ['nodes', 'edges'].flatMap((name): [string, unknown][] =>
        graph[name] === undefined || Array.isArray(graph[name]) ? [] : [[name, graph[name]]],
      ),
    );
    if (Object.keys(odd).length > 0) rest['graph'] = odd;
  }
  return rest;
}

function skippedOne(skipped: SkippedOfSection): Report {
  return { created: 0, updated: 0, unchanged: 0, skipped: [skipped] };
}

function tell(reports: readonly Report[], output: CommandOutput, placeOf: PlaceOf = indexed): boolean {
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0);
  const skipped = reports.flatMap((report) => report.skipped);
  for (const { section, index, id, field, reason } of skipped) {
    const place = section === null ? 'a section' : `${placeOf(section, index)}${id === null ? '' : ` (${id})`}`;
    output.note(`skipped ${place}${field === null ? '' : `, ${field}`}: ${reason}`);
  }
  const [created, updated, unchanged] = [sum((r) => r.created), sum((r) => r.updated), sum((r) => r.unchanged)];
  output.note(`${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped.length} skipped`);
  return isWhole(created + updated + unchanged, skipped.length);
}
