import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ManagedNeo4jError,
  startManagedNeo4j,
  type ManagedNeo4j,
  type ManagedNeo4jOptions,
} from '../../src/managed/managed-neo4j.js';
import { isRunning } from '../../src/managed/process-file.js';
import { superviseNeo4j, type SupervisedNeo4j } from '../../src/managed/supervised-neo4j.js';
import { findJava } from '../../scripts/lib/prerequisites.mjs';
import { testedGeneration } from '../setup/throw-away-neo4j.js';
import { lockOf, Started } from './support.js';

const JARS_FILE = join('.data', 'neo4j-jars.json');
/** Java starts in 4 s on a quiet machine, and in 40 s at a load of 15. */
const START_MS = 180_000;

let folder: string;
let options: ManagedNeo4jOptions;
let database: SupervisedNeo4j | undefined;
/** Messages of the supervisor. */
const said: string[] = [];
const children: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'managed-'));
  options = optionsFor(join(folder, 'main'));
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function optionsFor(dataDir: string): ManagedNeo4jOptions {
  return {
    dataDir,
    jarsFile: JARS_FILE,
    memory: { heap: 512, pageCache: 64 },
    temporary: [join(folder, 'temporary')],
    generation: testedGeneration(),
  };
}

// The tests use one database, one after another, since each start takes seconds.
describe('a managed Neo4j', { timeout: START_MS }, () => {
  let first: StartedElsewhere;
  let guardPid: number | undefined;

  it('starts on free ports when the standard ones are taken', async () => {
    const others = await Promise.all([occupy(7687), occupy(7474)]);
    try {
      first = await startInOtherProcess(options);
    } finally {
      for (const other of others) other?.close();
    }
    expect(first.ports.bolt).not.toBe(7687);
    expect(first.ports.http).not.toBe(7474);
    expect(first.isNew).toBe(true);
  });

  it('takes any free ports, and names them, when another program takes one while it starts', async () => {
    const dataDir = join(folder, 'raced');
    const titles: string[] = [];
    let other: Promise<Server | undefined> | undefined;
    const conf = join(dataDir, 'conf', 'neo4j.conf');
    const race = setInterval(() => {
      const port = existsSync(conf) && /bolt\.listen_address=127\.0\.0\.1:(\d+)/.exec(readFileSync(conf, 'utf8'))?.[1];
      if (port) other ??= occupy(Number(port));
    }, 5);
    const raced = await startManagedNeo4j({ ...optionsFor(dataDir), onProgress: ({ title }) => titles.push(title) });
    clearInterval(race);
    try {
      const { bolt, http } = raced.ports;
      expect(titles.join('\n')).toContain(`Starting Neo4j on ports ${bolt} and ${http}, since another program took`);
    } finally {
      (await other)?.close();
      await raced.stop();
    }
  });

  it('lets in whoever has its password, which only the owner of the file can read', async () => {
    const file = join(options.dataDir, 'password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const password = readFileSync(file, 'utf8').trim();
    expect(await run('CREATE (n:Kept {at: 1}) RETURN n.at', { ports: first.ports, password })).toEqual([[1]]);
    await expect(run('RETURN 1', { ports: first.ports, password: 'wrong-password' })).rejects.toThrow('401');
  });

  it('ends with the process that started it, even when that one is killed, and the next start has data and password', async () => {
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const pausesMs = [50, 2_000];
    database = await superviseNeo4j({ ...options, waitFor: 'bolt', pausesMs, say: (sentence) => said.push(sentence) });
    await database.untilBrowserAnswers();
    guardPid = lockOf(options.dataDir)?.guardPid;

    expect(isRunning(first.pid)).toBe(false);
    expect(database.isNew).toBe(false);
    expect(database.password).toBe(first.password);
    expect(await run('MATCH (n:Kept) RETURN n.at')).toEqual([[1]]);
  });

  it('refuses a second one on the same data', async () => {
    await expect(startManagedNeo4j(options)).rejects.toThrow(
      `The database in ${options.dataDir} is already in use (by process ${process.pid})`,
    );
  });

  it("refuses a second one on the same data by Neo4j's own lock where ours is missing", async () => {
    rmSync(join(options.dataDir, 'lock'));
    await expect(startManagedNeo4j({ ...options, ports: { bolt: 0, http: 0 } })).rejects.toThrow(
      `The database in ${options.dataDir} is in use by another Neo4j, which holds its store_lock`,
    );
    expect(await run('MATCH (n:Kept) RETURN n.at')).toEqual([[1]]);
  });

  it('refuses ports that are taken when exactly these are asked for', async () => {
    await expect(startManagedNeo4j({ ...optionsFor(join(folder, 'other')), ports: database!.ports })).rejects.toThrow(
      `Neo4j cannot listen on port ${database!.ports.bolt} (bolt): another program does`,
    );
  });

  it('is started again on the same ports when it ends by itself, once nothing of the old one runs', async () => {
    const { pid, ports, password } = database!;
    process.kill(guardPid!, 'SIGKILL');
    await expect.poll(() => said.at(-1), { timeout: START_MS }).toMatch(/^Neo4j is back/);

    expect(isRunning(pid)).toBe(false);
    expect(database!.pid).not.toBe(pid);
    expect(lockOf(options.dataDir)).toMatchObject({ pid: process.pid, guardPid: expect.any(Number) as number });
    await database!.untilBrowserAnswers();
    expect(await run('MATCH (n:Kept) RETURN n.at', { ports, password })).toEqual([[1]]);
  });

  it('says its last words, and is given up when its tries are used up', async () => {
    const { pid, ended, ports } = database!;
    process.kill(pid, 'SIGTERM');
    // The database is gone before the second attempt, which is the last.
    await expect.poll(() => isRunning(pid), { timeout: START_MS, interval: 5 }).toBe(false);
    const other = await occupy(ports.bolt);
    await expect(ended).rejects.toThrow(/2 starts did not bring it back: Neo4j cannot listen on port/);
    other?.close();
    expect(said.join('\n')).toMatch(/Neo4j has ended. Its last lines:[^]*Stopped\.\nStarting Neo4j again \(2 of 2\)/);
    await expect(database!.untilBrowserAnswers()).rejects.toThrow(ManagedNeo4jError);
    expect(existsSync(join(options.dataDir, 'lock'))).toBe(false);
    await database!.stop();
    database = undefined;
  });
});

describe('a managed Neo4j that cannot start', { timeout: START_MS }, () => {
  it('shows what Java said', async () => {
    const broken = { ...optionsFor(join(folder, 'broken')), memory: { heap: 1, pageCache: 8 } };
    await expect(startManagedNeo4j(broken)).rejects.toThrow(/Neo4j ended while it started[^]*Too small maximum heap/);
  });

  it('is given up in the middle, leaves no process, and begins anew the next time', async () => {
    const halfway = { ...optionsFor(join(folder, 'halfway')) };
    const giveUp = new AbortController();
    const onProgress = ({ title }: { title: string }) => {
      if (title === 'Starting Neo4j') setTimeout(() => giveUp.abort(new Error('given up')), 500);
    };
    await expect(startManagedNeo4j({ ...halfway, signal: giveUp.signal, onProgress })).rejects.toThrow('given up');
    expect(existsSync(join(halfway.dataDir, 'lock'))).toBe(false);
    expect(existsSync(join(halfway.dataDir, 'password'))).toBe(false);
    expect(existsSync(join(halfway.dataDir, 'password.new'))).toBe(true);
  });

  it('does not touch a database whose password is gone', async () => {
    rmSync(join(options.dataDir, 'password'));
    await expect(startManagedNeo4j(options)).rejects.toThrow('holds a database, but its password');
    expect(existsSync(join(options.dataDir, 'home', 'data', 'databases', 'neo4j'))).toBe(true);
  });
});

it('refuses to upgrade a server that it does not run', async () => {
  const started = new Started(join(folder, 'foreign'), {}, ['--upgrade-database']);
  children.push(started.child);
  expect(await started.exitCode()).toBe(1);
  expect(started.output).toContain('--upgrade-database is for the database that npm start runs itself');
});

// An older Java has no generation to which to upgrade. To run these: JAVA_HOME=<Java 21 or later> npm run test:release
describe.skipIf((findJava(process.env)?.version ?? 0) < 21)(
  'a database of Neo4j 5.26',
  { timeout: 2 * START_MS },
  () => {
    let home: ManagedNeo4jOptions;
    const copies = () => readdirSync(folder).filter((name) => name.startsWith('elder-'));
    const labelsOf = async (started: ManagedNeo4j) => {
      const [[version]] = (await run(
        'CALL dbms.components() YIELD name, versions, edition WHERE edition <> "" RETURN versions[0]',
        started,
      )) as [[string]];
      return { version, kept: await run('MATCH (n:Kept) RETURN n.at', started) };
    };
    beforeAll(() => {
      home = { ...optionsFor(join(folder, 'elder')), ports: { bolt: 0, http: 0 } };
    });

    it('stays what it is on a Java that runs the next one, and is upgraded after a copy where that is asked for', async () => {
      const elder = await startManagedNeo4j({ ...home, generation: '5.26' });
      await run('CREATE (:Kept {at: 1})', elder);
      await elder.stop();
      const same = await startManagedNeo4j({ ...home, generation: '2026' });
      expect(same.generation).toBe('5.26');
      expect((await labelsOf(same)).version).toMatch(/^5\.26\./);
      expect(copies()).toEqual([]);
      // Ends the database as a crash does.
      await same.kill();

      const titles: string[] = [];
      const onProgress = ({ title }: { title: string }) => void titles.push(title);
      const upgraded = await startManagedNeo4j({ ...home, upgrade: true, onProgress });
      const [copy] = copies();
      expect(copies()).toHaveLength(1);
      expect(titles).toContain(`Copying the database to ${join(folder, copy!)}`);
      expect(await labelsOf(upgraded)).toEqual({ version: expect.stringMatching(/^2026\./) as string, kept: [[1]] });
      await upgraded.stop();

      // A second call has nothing to do.
      const again = await startManagedNeo4j({ ...home, upgrade: true });
      expect(again.generation).toBe('2026');
      expect(copies()).toHaveLength(1);
      await again.stop();

      const back = await startManagedNeo4j({ ...home, dataDir: join(folder, copy!) });
      expect(await labelsOf(back)).toEqual({ version: expect.stringMatching(/^5\.26\./) as string, kept: [[1]] });
      await back.stop();
    });

    it('says where its copy is when the upgrade fails', async () => {
      const [copy] = copies();
      const broken = { ...home, dataDir: join(folder, copy!), upgrade: true, memory: { heap: 1, pageCache: 8 } };
      await expect(startManagedNeo4j(broken)).rejects.toThrow(
        /could not take over the database: Neo4j ended while it started[^]*The database as it was before is in .*-5\.26-[^]*To go back/,
      );
      expect(copies()).toHaveLength(2);
    });
  },
);

type Reached = Pick<ManagedNeo4j, 'ports' | 'password'>;

async function run(statement: string, { ports, password }: Reached = database!): Promise<unknown[][]> {
  const response = await fetch(`http://127.0.0.1:${ports.http}/db/neo4j/tx/commit`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`neo4j:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ statements: [{ statement }] }),
  });
  if (!response.ok) throw new Error(String(response.status));
  const { results } = (await response.json()) as { results: { data: { row: unknown[] }[] }[] };
  return (results[0]?.data ?? []).map(({ row }) => row);
}

/** Undefined if another program occupies the port already, which has the same effect. */
function occupy(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

interface StartedElsewhere extends Pick<ManagedNeo4j, 'pid' | 'ports' | 'password' | 'isNew'> {
  readonly child: ChildProcess;
}

/** Runs the build, which `npm test` makes, because a process that can be killed has to be a separate one. */
async function startInOtherProcess(given: ManagedNeo4jOptions): Promise<StartedElsewhere> {
  const library = pathToFileURL(join('dist', 'managed', 'managed-neo4j.js')).href;
  const code = `
    const { startManagedNeo4j } = await import(${JSON.stringify(library)});
    const { pid, ports, password, isNew } = await startManagedNeo4j(${JSON.stringify(given)});
    console.log(JSON.stringify({ pid, ports, password, isNew }));
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ...(JSON.parse(line) as Omit<StartedElsewhere, 'child'>) };
  }
  throw new Error('the other process ended before its database was up');
}
