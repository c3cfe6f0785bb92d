import { Injectable } from '@nestjs/common';

/** Conditions, in addition to that of the database, for which the service waits before it reports that it is ready. */
@Injectable()
export class Readiness {
  private readonly checks: (() => string | undefined)[] = [];

  /** @param check returns a description of the condition while it is unmet; undefined when it is met */
  waitFor(check: () => string | undefined): void {
    this.checks.push(check);
  }

  /** @returns undefined when the service is ready */
  awaited(): string | undefined {
    for (const check of this.checks) {
      const reason = check();
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
}
