import { Injectable } from '@nestjs/common';
import { ALL_NAMESPACES, type Caller } from '../common/caller.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, type Page, pageOfSeen } from '../common/connection.js';
import { ForbiddenError } from '../common/errors.js';
import { BEHIND_ALL_IDS, END_OF_TIME } from '../common/id-order.js';
import { compare } from '../common/text.js';
import { GraphService } from '../graph/graph.service.js';
import { type AuditEntry, AuditSource } from './audit.model.js';
import {
  type EntryPage,
  type EntryRow,
  listActs,
  listActsOn,
  listChanges,
  listEvidence,
  listEvidenceOn,
} from './audit.statements.js';

/** Number of entries that are read at once from each source. */
const READ_AT_ONCE = 100;
/**
 * A time earlier than all stored times. The statement always gets a lower bound, so that the planner can use the index.
 */
const EARLIEST = new Date(0);

export interface AuditFilter {
  readonly ref?: string | undefined;
  readonly since?: Date | undefined;
  readonly by?: string | undefined;
}

type Place = Pick<AuditEntry, 'at' | 'id' | 'source'>;
type Read = (behind: Place | undefined) => Promise<AuditEntry[]>;

/** The audit of a namespace: changes, evidence and recorded acts as one list. */
@Injectable()
export class AuditService {
  constructor(private readonly graph: GraphService) {}

  /**
   * Entries, newest first, then by id and source, both descending. A caller of all namespaces also gets the records of
   * keys for all namespaces.
   *
   * @throws ForbiddenError for a key that is restricted to projects or teams, because entries concern things of all
   * projects and teams
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async list(
    { namespace, projects, teams, isBound = false }: Caller,
    { first, after, ...filter }: AuditFilter & Page,
  ): Promise<ConnectionOf<AuditEntry>> {
    if (projects !== undefined || teams !== undefined) {
      throw new ForbiddenError('A key of some projects or teams does not read the audit');
    }
    const [time, id, source] = decodeCursor(after, 'audit', ['number', 'string', 'string']) ?? [];
    const behind =
      time === undefined || id === undefined || source === undefined
        ? undefined
        : { at: dateOfCursor(time), id, source: source as AuditSource };
    const sources = Object.values(AuditSource).map((each) => this.reading(namespace, each, filter));
    // Records of keys for all namespaces, which are stored outside of every namespace.
    if (!isBound) sources.push(this.reading(ALL_NAMESPACES, AuditSource.RECORD, filter));
    return pageOfSeen((from: Place | undefined) => merged(sources, from), {
      behind,
      first,
      after,
      order: 'audit',
      key: (entry) => [entry.at.getTime(), entry.id, entry.source],
    });
  }

  private reading(namespace: string, source: AuditSource, { ref, since = EARLIEST, by }: AuditFilter): Read {
    return async (behind) => {
      const page = {
        namespace,
        since,
        until: behind?.at ?? END_OF_TIME,
        id: behind?.id ?? BEHIND_ALL_IDS,
        same: behind !== undefined && source < behind.source,
        limit: READ_AT_ONCE,
      };
      const rows = await this.rows(source, page, { ref: ref ?? null, by: by ?? null });
      return rows.map((row) => ({ ...row, source }));
    };
  }

  private rows(
    source: AuditSource,
    page: EntryPage,
    { ref, by }: { readonly ref: string | null; readonly by: string | null },
  ): Promise<EntryRow[]> {
    if (source === AuditSource.CHANGE) return this.graph.run(listChanges, { ...page, page: { by, ref } });
    const isAct = source === AuditSource.RECORD;
    if (ref === null) return this.graph.run(isAct ? listActs : listEvidence, { ...page, page: { by } });
    return this.graph.run(isAct ? listActsOn : listEvidenceOn, { ...page, ref, page: { by } });
  }
}

/** Merges the sources, each of which is in the order of the list. Each source is read only as far as it is needed. */
async function* merged(sources: readonly Read[], from: Place | undefined): AsyncGenerator<AuditEntry> {
  const heads = sources.map((read) => ({ read, entries: [] as AuditEntry[], last: from, isDone: false }));
  for (;;) {
    await Promise.all(
      heads
        .filter(({ entries, isDone }) => entries.length === 0 && !isDone)
        .map(async (head) => {
          head.entries = await head.read(head.last);
          head.last = head.entries.at(-1) ?? head.last;
          head.isDone = head.entries.length < READ_AT_ONCE;
        }),
    );
    const [next] = heads
      .filter(({ entries }) => entries.length > 0)
      .sort((a, b) => byPlace(a.entries[0], b.entries[0]));
    const entry = next?.entries.shift();
    if (!entry) return;
    yield entry;
  }
}

function byPlace(a: Place | undefined, b: Place | undefined): number {
  if (!a || !b) return 0;
  return b.at.getTime() - a.at.getTime() || compare(b.id, a.id) || compare(b.source, a.source);
}
