import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundLoop } from '../common/background-loop.js';
import { Clock } from '../common/clock.js';
import { DatabaseUnavailableError } from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { inChunks } from '../graph/chunks.js';
import { GraphService } from '../graph/graph.service.js';
import { type AuditRow, countRefusals } from './audit.statements.js';

/** Time, in ms, within which refusals are collected and written in one transaction. */
const GATHER_MS = 250;
const RETRY_MS = 5_000;
/**
 * Time, in ms, within which refusals of one key and operation become one record, so that repeated requests cannot fill
 * the database.
 */
const ONE_RECORD_MS = 60_000;
/** Maximum number of records that wait while the database is unavailable. Further refusals are only logged. */
const MAX_WAITING = 1_000;

/** A refused access. */
export interface Refusal {
  readonly namespace: string;
  readonly agent?: string | undefined;
  readonly keyId?: string | undefined;
  /** Name of the refused field, tool or route, or a word for the refused operation. */
  readonly operation: string;
}

type Counted = AuditRow & { readonly count: number };

/** Records refused access in the audit, shortly after the refusal. */
@Injectable()
export class Refusals implements OnApplicationShutdown {
  private readonly logger = new Logger(Refusals.name);
  private readonly loop: BackgroundLoop;
  private waiting = new Map<string, Counted>();

  constructor(
    private readonly graph: GraphService,
    private readonly clock: Clock,
  ) {
    this.loop = new BackgroundLoop(this.logger, {
      name: 'recording refused access',
      everyMs: Infinity,
      look: () => this.write(),
      passes: (error) => error instanceof DatabaseUnavailableError,
      retryMs: () => RETRY_MS,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.write().catch((error: unknown) => {
      this.logger.warn(`${this.waiting.size} records of refused access were not written: ${String(error)}`);
    });
  }

  /**
   * Notes a refusal. The method never throws and does not wait for the database, because the caller is refused in any
   * case.
   */
  note({ namespace, agent, keyId, operation }: Refusal): void {
    const at = this.clock.now();
    const minute = Math.floor(at.getTime() / ONE_RECORD_MS);
    // The id does not contain the agent, because callers choose its name freely.
    const id = `refused:${hashOf([minute, keyId ?? null, operation])}`;
    const key = `${namespace}\n${id}`;
    const known = this.waiting.get(key);
    if (!known && this.waiting.size >= MAX_WAITING) {
      this.logger.warn(`refused access to ${operation} is not recorded: ${MAX_WAITING} records wait for the database`);
      return;
    }
    const [by, count] = [agent ?? null, (known?.count ?? 0) + 1];
    const ref = `operation:${operation}`;
    this.waiting.set(key, { namespace, id, act: 'REFUSE', ref, by, keyId: keyId ?? null, at, count });
    this.loop.wakeIn(GATHER_MS);
  }

  private async write(): Promise<void> {
    const rows = this.waiting;
    if (rows.size === 0) return;
    this.waiting = new Map();
    try {
      await this.graph.transaction((transaction) =>
        inChunks([...rows.values()], (chunk) => transaction.run(countRefusals, { rows: chunk })),
      );
    } catch (error) {
      for (const [key, row] of rows) {
        const count = row.count + (this.waiting.get(key)?.count ?? 0);
        this.waiting.set(key, { ...(this.waiting.get(key) ?? row), count });
      }
      throw error;
    }
  }
}
