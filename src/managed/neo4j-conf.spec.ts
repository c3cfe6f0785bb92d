import { describe, expect, it } from 'vitest';
import { GENERATIONS } from './generations.js';
import { dockerVariables, laptopMemory, neo4jConf } from './neo4j-conf.js';

const options = { boltPort: 7701, httpPort: 7702, memory: { heap: 1024, pageCache: 512 } };

describe('neo4jConf', () => {
  it('lets nothing listen beyond this machine', () => {
    const addresses = neo4jConf(options)
      .split('\n')
      .filter((line) => line.includes('_address='));
    expect(addresses.map((line) => line.split('=')[1])).toEqual([
      '127.0.0.1',
      '127.0.0.1:7701',
      '127.0.0.1:7701',
      '127.0.0.1:7702',
      '127.0.0.1:7702',
    ]);
  });

  it('bounds transactions, locks and memory, and sends nothing home', () => {
    const lines = neo4jConf(options).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'db.transaction.timeout=30s',
        'db.lock.acquisition.timeout=10s',
        'db.memory.transaction.max=256m',
        'server.memory.pagecache.size=512m',
        'client.allow_telemetry=false',
        'dbms.usage_report.enabled=false',
      ]),
    );
  });

  it('gives each generation its own settings, so that 2026 announces itself to nobody', () => {
    const linesOf = (own: object) => neo4jConf({ ...options, ...own }).split('\n');
    expect(linesOf({ own: GENERATIONS['2026'].settings })).toEqual(
      expect.arrayContaining(['server.fleet_discovery.enabled=false', 'dbms.fleet_manager.enabled=false']),
    );
    expect(linesOf({ own: GENERATIONS['5.26'].settings }).join()).not.toContain('fleet');
  });

  it('keeps plans only where the database lives for minutes', () => {
    const kept = 'dbms.cypher.min_replan_interval=1h';
    expect(neo4jConf({ ...options, isShortLived: true }).split('\n')).toContain(kept);
    expect(neo4jConf(options).split('\n')).toContain('dbms.cypher.min_replan_interval=1m');
    expect(neo4jConf(options)).not.toContain('use_parameter_size');
  });

  it('lets Neo4j Browser open the guide of the service, and only of that host', () => {
    const lines = neo4jConf({ ...options, serviceUrl: 'http://127.0.0.1:4001' }).split('\n');
    expect(lines).toContain('browser.post_connect_cmd=play http://127.0.0.1:4001/guide.html');
    expect(lines).toContain('browser.remote_content_hostname_whitelist=localhost,127.0.0.1');
  });
});

describe('laptopMemory', () => {
  it('caps a large machine and spares a small one', () => {
    expect(laptopMemory(64 * 1024 ** 3)).toEqual({ heap: 1024, pageCache: 512 });
    expect(laptopMemory(2 * 1024 ** 3)).toEqual({ heap: 512, pageCache: 256 });
  });
});

describe('dockerVariables', () => {
  it('spells settings as the image reads them', () => {
    expect([...dockerVariables(new Map([['db.tx_log.rotation.size', '32m']]))]).toEqual([
      ['NEO4J_db_tx__log_rotation_size', '32m'],
    ]);
  });
});
