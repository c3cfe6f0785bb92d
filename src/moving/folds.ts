import type { Config } from '../config/config.js';
import { listLedgers } from '../evidence/evidence.statements.js';
import { findStandings } from '../evidence/ledger.statements.js';
import { type Entry, MAX_FOLDED } from '../evidence/policy.js';
import type { GraphService } from '../graph/graph.service.js';
import type { Kind } from '../knowledge/kind.js';

/** Number of refs per query. A ledger has about ten entries. */
const REFS = 100;
/** Floating-point sums may differ in their last digits if the order of addition differs. */
const TOLERANCE = 1e-9;

export interface FoldFinding {
  readonly ref: string;
  readonly trust: number;
  /** Trust folded from its evidence; null if there is too much evidence to fold at once. */
  readonly folded: number | null;
}

/** Compares each trust with the fold of its evidence. Collects refs as they arrive and queries several together. */
export class FoldCheck {
  readonly findings: FoldFinding[] = [];
  checked = 0;
  private waiting: string[] = [];

  constructor(
    private readonly graph: GraphService,
    private readonly namespace: string,
    private readonly kinds: readonly Kind[],
    private readonly config: Config,
  ) {}

  async add(ref: string): Promise<void> {
    this.waiting.push(ref);
    if (this.waiting.length >= REFS) await this.flush();
  }

  async flush(): Promise<void> {
    const refs = this.waiting;
    this.waiting = [];
    if (refs.length === 0) return;
    const { graph, namespace } = this;
    const limit = MAX_FOLDED + 1;
    const [standings, found] = await Promise.all([
      graph.run(findStandings, { namespace, refs }),
      graph.run(listLedgers, { namespace, refs, limit }),
    ]);
    if (found.length === limit && refs.length > 1) {
      for (const ref of refs) {
        this.waiting = [ref];
        await this.flush();
      }
      return;
    }
    const ledgers = new Map<string, Entry[]>(refs.map((ref) => [ref, []]));
    for (const { ref, entry } of found) ledgers.get(ref)?.push(entry);
    for (const { ref, trust, initialTrust, since } of standings) {
      const kind = this.kinds.find(({ refPrefix }) => ref.startsWith(`${refPrefix}:`));
      const policy = kind?.policy?.(this.config);
      if (!policy) continue;
      this.checked += 1;
      const folded =
        found.length === limit ? null : policy.fold({ trust: initialTrust, since }, ledgers.get(ref) ?? []).trust;
      if (folded === null || Math.abs(folded - trust) > TOLERANCE) this.findings.push({ ref, trust, folded });
    }
  }
}
