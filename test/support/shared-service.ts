import { kinds } from '../../src/kinds.js';
import { serveKinds } from '../../src/knowledge/knowledge.model.js';
import { type RunningService, startService } from '../../src/service.js';
import { testConfig } from './graph.js';

/** Settings that name a server of one file: nobody else asks for these. */
const ONE_FILE = /^(?:OPENAI_|EMBEDDING_|LLM_|NEO4J_)/;

const shared = new Map<string, Promise<RunningService>>();

/**
 * The whole service on the tests' database. To start one takes more than a second of CPU, so files of a worker that ask for
 * the same settings get the same service, which ends with the worker: for them `close` does nothing. A service whose
 * settings name a server of its file is that file's own, and `close` ends it.
 */
export async function sharedService(overrides: Record<string, string> = {}): Promise<RunningService> {
  if (Object.keys(overrides).some((key) => ONE_FILE.test(key))) return startService(testConfig(overrides));
  const key = JSON.stringify(Object.entries(overrides).sort());
  const starting = shared.get(key) ?? startService(testConfig(overrides));
  shared.set(key, starting);
  const service = await starting;
  // A file that came between may have started a service of fewer kinds, and the enum of kinds is the process's.
  serveKinds(kinds.map(({ kind }) => kind));
  return { ...service, close: () => Promise.resolve() };
}

/** Services that are shared log nothing: whoever looks at a log starts its own. */
export const noLog = (): string => {
  throw new Error('A shared service keeps no log; start one of your own');
};
