import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManagedNeo4jError, type ReportProgress } from './errors.js';

/** The same folder from `src/managed` and from `dist/managed`. */
const POM = fileURLToPath(new URL('../../scripts/neo4j/pom.xml', import.meta.url));
/** What Maven fetched into an empty repository when the pom was written: artifacts, their poms and the plugin. */
const EXPECTED_FILES = 780;

interface Cache {
  /** Hash of the pom that was asked about. */
  readonly pom: string;
  readonly jars: readonly string[];
}

/**
 * The jars of Neo4j, through Maven; nothing is copied out of Maven's own repository.
 *
 * @param cacheFile keeps the answer; asked again when the pom has changed or a jar is gone
 * @param mvn Maven's command
 */
export async function resolveJars(
  cacheFile: string,
  mvn: string,
  report: ReportProgress,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const pom = createHash('sha256').update(readFileSync(POM)).digest('hex');
  const cached = readCache(cacheFile);
  if (cached?.pom === pom && cached.jars.every((jar) => existsSync(jar))) return cached.jars;

  const jars = await askMaven(mvn, report, signal);
  mkdirSync(dirname(cacheFile), { recursive: true });
  const draft = `${cacheFile}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pom, jars }));
  renameSync(draft, cacheFile);
  return jars;
}

function readCache(cacheFile: string): Cache | undefined {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8')) as Cache;
  } catch {
    return undefined;
  }
}

async function askMaven(mvn: string, report: ReportProgress, signal?: AbortSignal): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-maven-'));
  try {
    const outputFile = join(folder, 'classpath');
    const title = 'Fetching Neo4j through Maven (133 MB, once)';
    report({ title, done: 0, total: EXPECTED_FILES });
    await runMaven(
      mvn,
      [
        '--batch-mode',
        `--file=${POM}`,
        'dependency:build-classpath',
        `-Dmdep.outputFile=${outputFile}`,
        // Fetches poms side by side; Maven before 3.9 does not know it and goes one by one.
        '-Daether.dependencyCollector.impl=bf',
      ],
      (files) =>
        report({ title, done: Math.min(files, EXPECTED_FILES - 1), total: EXPECTED_FILES, remark: `${files} files` }),
      signal,
    );
    return readFileSync(outputFile, 'utf8').trim().split(delimiter);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runMaven(
  mvn: string,
  args: readonly string[],
  onFile: (files: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(mvn, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(signal && { signal }) });
    // Ended with us; on a terminal, Ctrl-C reaches it by itself.
    const end = () => void child.kill();
    process.once('exit', end);
    let files = 0;
    const tail: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n')) {
          if (line.includes('Downloaded from')) onFile((files += 1));
          else if (line.includes('ERROR')) tail.push(line.trim());
        }
      });
    }
    child.once('error', (error) => reject(new ManagedNeo4jError(`Maven (${mvn}) cannot be run: ${error.message}`)));
    child.once('close', (code, endedBy) => {
      process.off('exit', end);
      if (code === 0) resolve();
      else {
        const problem = tail.slice(0, 6).join('\n') || `it ended with ${endedBy ?? `code ${code}`}`;
        reject(new ManagedNeo4jError(`Maven could not fetch Neo4j (the first start needs a network):\n${problem}`));
      }
    });
  });
}
