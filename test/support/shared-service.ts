import { kinds } from '../../src/kinds.js';
import { serveKinds } from '../../src/knowledge/knowledge.model.js';
import { type RunningService, startService } from '../../src/service.js';
import { testConfig } from './graph.js';
import { OpenAiServer } from './openai-server.js';

/** Settings that refer to a server of one file; no other file asks for the same values. */
const ONE_FILE = /^(?:OPENAI_|EMBEDDING_|LLM_|NEO4J_)/;

const shared = new Map<string, Promise<RunningService>>();
let llm: OpenAiServer | undefined;

/**
 * Returns a language model that answers from a script, the same for all files of a worker, so that their services are
 * the same, too. `close` only forgets the script. A file in which the model fails starts its own
 * (`OpenAiServer.start`), because the service would remember.
 */
export async function sharedLlm(): Promise<OpenAiServer> {
  if (llm) return llm;
  const started = await OpenAiServer.start();
  started.close = () => {
    started.reset();
    started.answerBy(undefined);
    return Promise.resolve();
  };
  return (llm = started);
}

/**
 * Returns the whole service on the tests' database. Starting one takes more than a second of CPU, so files of a worker
 * that ask for the same settings get the same service. It ends with the worker, and `close` does nothing. A service
 * whose settings refer to a server of the file belongs to that file, and `close` ends it.
 */
export async function sharedService(overrides: Record<string, string> = {}): Promise<RunningService> {
  const ofAll: Record<string, string> = llm?.environment ?? {};
  const isOfOneFile = ([key, value]: [string, string]) => ONE_FILE.test(key) && ofAll[key] !== value;
  if (Object.entries(overrides).some(isOfOneFile)) return startService(testConfig(overrides));
  const key = JSON.stringify(Object.entries(overrides).sort());
  const starting = shared.get(key) ?? startService(testConfig(overrides));
  shared.set(key, starting);
  const service = await starting;
  // An earlier file may have started a service with fewer kinds, and the process has only one enum of kinds.
  serveKinds(kinds.map(({ kind }) => kind));
  return { ...service, close: () => Promise.resolve() };
}

/** Shared services write no log. A file that reads a log starts its own service. */
export const noLog = (): string => {
  throw new Error('A shared service keeps no log; start one of your own');
};
