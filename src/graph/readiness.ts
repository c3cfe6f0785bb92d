import { Injectable } from '@nestjs/common';

/** What the service waits for, beside its database, before it says that it is ready. */
@Injectable()
export class Readiness {
  private readonly checks: (() => string | undefined)[] = [];

  /** @param check says what is still being waited for; undefined when nothing is */
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
