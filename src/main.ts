import './production.js';
import { existsSync } from 'node:fs';
import { DomainError } from './common/errors.js';
import { ConfigError, misnamedKeys } from './config/config.js';
import { loadConfiguration } from './config/config-file.js';
import { CannotListenError } from './server/listening.js';
import { type RunningService, startService } from './service.js';

/** What still runs this long after a signal is cut off. */
const GRACE_MS = 30_000;

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const running: { service?: RunningService } = {};
  let isEnding = false;
  const end = () => {
    // A second signal means at once. A start that waits for its database has nothing to end either.
    if (isEnding || !running.service) process.exit(isEnding ? 1 : 0);
    isEnding = true;
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    running.service.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  for (const told of misnamedKeys(process.env)) process.stderr.write(`${told}\n`);
  running.service = await startService(loadConfiguration(process.env), { ownsProcess: true });
  process.stdout.write(`Heartwood is listening on ${running.service.url}\n`);
}

function fail(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}

/** One clear message for what an operator can put right; a defect keeps its stack. */
function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DomainError || error instanceof CannotListenError) {
    return error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch(fail);
