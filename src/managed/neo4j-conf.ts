import { totalmem } from 'node:os';

/** In MiB. */
export interface Memory {
  readonly heap: number;
  readonly pageCache: number;
}

/** Values that `neo4j.conf` is written from. */
export interface Neo4jConfOptions {
  readonly boltPort: number;
  readonly httpPort: number;
  readonly memory: Memory;
  /** Base address of the service, whose guide Neo4j Browser opens after connecting. */
  readonly serviceUrl?: string;
  /** Minutes at most: plans are kept as they were made first. */
  readonly isShortLived?: boolean;
  /** Settings of its generation alone (generations.ts). */
  readonly own?: readonly (readonly [name: string, value: string])[];
}

/** Room for a laptop's graph: 1 GiB heap and 512 MiB page cache, less where the machine is small. */
export function laptopMemory(totalBytes = totalmem()): Memory {
  const total = Math.floor(totalBytes / 1024 / 1024);
  return { heap: Math.max(256, Math.min(1024, total >> 2)), pageCache: Math.max(64, Math.min(512, total >> 3)) };
}

/** Settings both ways of running share. Neo4j refuses to start with a name it does not know. */
export function sharedSettings({
  memory,
  serviceUrl,
  isShortLived = false,
  own = [],
}: Pick<Neo4jConfOptions, 'memory' | 'serviceUrl' | 'isShortLived' | 'own'>): Map<string, string> {
  return new Map([
    ['server.https.enabled', 'false'],
    ['server.memory.pagecache.size', `${memory.pageCache}m`],
    ['db.memory.transaction.max', `${memory.heap >> 2}m`],
    ['dbms.memory.transaction.total.max', `${memory.heap >> 1}m`],
    // The service gives each statement its own; this is for what is typed into Neo4j Browser.
    ['db.transaction.timeout', '30s'],
    // The default waits for ever.
    ['db.lock.acquisition.timeout', '10s'],
    // Two days of logs would outgrow the store.
    ['db.tx_log.rotation.retention_policy', '100M size'],
    ['db.tx_log.rotation.size', '32m'],
    // Statements carry what users know; it does not belong into a log.
    ['db.logs.query.enabled', 'OFF'],
    // Stopping takes 0.3 s instead of 10, this and the quiet period among its own: by default it waits twice 5 s for
    // connections that are gone.
    ['internal.server.bolt.thread_pool_shutdown_wait_time', '1s'],
    ['client.allow_telemetry', 'false'],
    ['dbms.usage_report.enabled', 'false'],
    // A database that grows from nothing plans each statement anew every 10 s by default, and for each order of magnitude of
    // each list and string it is given: 45 of 94 s of its CPU where tests were the load.
    ['dbms.cypher.min_replan_interval', isShortLived ? '1h' : '1m'],
    ...(isShortLived
      ? ([
          ['internal.cypher.use_parameter_size', 'false'],
          // Tests send nearly every statement there is, in several shapes: more than the 1,000 plans that are kept by default.
          ['server.memory.query_cache.per_db_cache_num_entries', '5000'],
        ] as const)
      : []),
    ...(serviceUrl === undefined
      ? []
      : ([
          ['browser.post_connect_cmd', `play ${serviceUrl}/guide.html`],
          [
            'browser.remote_content_hostname_whitelist',
            [...new Set(['localhost', new URL(serviceUrl).hostname])].join(','),
          ],
        ] as const)),
    ...own,
  ]);
}

/** The text of neo4j.conf for a Java process: nothing of it listens beyond this machine. */
export function neo4jConf(options: Neo4jConfOptions): string {
  const settings = new Map([
    ['server.default_listen_address', '127.0.0.1'],
    ['server.bolt.listen_address', `127.0.0.1:${options.boltPort}`],
    ['server.bolt.advertised_address', `127.0.0.1:${options.boltPort}`],
    ['server.http.listen_address', `127.0.0.1:${options.httpPort}`],
    ['server.http.advertised_address', `127.0.0.1:${options.httpPort}`],
    ...sharedSettings(options),
  ]);
  return `# Written anew at each start.\n${[...settings].map(([name, value]) => `${name}=${value}`).join('\n')}\n`;
}

/** The same settings as the Docker image reads them: dots become `_`, underscores `__`. */
export function dockerVariables(settings: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...settings].map(([name, value]) => [`NEO4J_${name.replaceAll('_', '__').replaceAll('.', '_')}`, value]),
  );
}
