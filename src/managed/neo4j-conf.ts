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
  /** Base URL of the service, whose guide Neo4j Browser opens after connecting. */
  readonly serviceUrl?: string;
  /** True for a database that lives for minutes: query plans are then not renewed. */
  readonly isShortLived?: boolean;
  /** Settings that only its generation has (generations.ts). */
  readonly own?: readonly (readonly [name: string, value: string])[];
}

/** Memory settings for a graph on a laptop: 1 GiB heap and 512 MiB page cache, less on a small machine. */
export function laptopMemory(totalBytes = totalmem()): Memory {
  const total = Math.floor(totalBytes / 1024 / 1024);
  return { heap: Math.max(256, Math.min(1024, total >> 2)), pageCache: Math.max(64, Math.min(512, total >> 3)) };
}

/** Settings that Java and Docker share. Neo4j refuses to start with an unknown setting. */
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
    // The service sets a timeout per statement; this one applies to statements typed into Neo4j Browser.
    ['db.transaction.timeout', '30s'],
    // The default would be no limit.
    ['db.lock.acquisition.timeout', '10s'],
    // While a request runs, the server sends a sign of life each second. It tells the driver to give up a connection
    // after `probes` of them are missing. That is 5 s, longer than a pause of the garbage collector.
    ['server.bolt.connection_keep_alive', '1s'],
    ['server.bolt.connection_keep_alive_streaming_scheduling_interval', '1s'],
    ['server.bolt.connection_keep_alive_probes', '5'],
    // With the default, the logs of two days would outgrow the store.
    ['db.tx_log.rotation.retention_policy', '100M size'],
    ['db.tx_log.rotation.size', '32m'],
    // Statements contain user data, which must not be logged.
    ['db.logs.query.enabled', 'OFF'],
    // With this value, stopping takes 0.3 s instead of 10. By default, this setting and its quiet period each make
    // Neo4j wait 5 s for connections that are already closed.
    ['internal.server.bolt.thread_pool_shutdown_wait_time', '1s'],
    ['client.allow_telemetry', 'false'],
    ['dbms.usage_report.enabled', 'false'],
    // By default, a growing database replans each statement every 10 s, and for each order of magnitude of list and
    // string lengths. Under the load of the tests this took 45 of 94 s of its CPU.
    ['dbms.cypher.min_replan_interval', isShortLived ? '1h' : '1m'],
    ...(isShortLived
      ? ([
          ['internal.cypher.use_parameter_size', 'false'],
          // Tests run nearly all statements, in several shapes. These are more than the 1,000 plans that are cached by
          // default.
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

/** The text of neo4j.conf for a Java process, which listens only on this machine. */
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

/** Returns the same settings as the variables of the Docker image: dots become `_`, underscores `__`. */
export function dockerVariables(settings: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...settings].map(([name, value]) => [`NEO4J_${name.replaceAll('_', '__').replaceAll('.', '_')}`, value]),
  );
}
