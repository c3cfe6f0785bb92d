import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MavenError, runMaven } from '../common/maven.js';
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
        `--file=${POM}`,
        'dependency:build-classpath',
        `-Dmdep.outputFile=${outputFile}`,
        // Fetches poms side by side; Maven before 3.9 does not know it and goes one by one.
        '-Daether.dependencyCollector.impl=bf',
      ],
      {
        onFile: (files) =>
          report({ title, done: Math.min(files, EXPECTED_FILES - 1), total: EXPECTED_FILES, remark: `${files} files` }),
        signal,
      },
    );
    return readFileSync(outputFile, 'utf8').trim().split(delimiter);
  } catch (error) {
    if (!(error instanceof MavenError)) throw error;
    throw new ManagedNeo4jError(
      error.isMissing
        ? error.message
        : `Maven could not fetch Neo4j (the first start needs a network):\n${error.message}`,
      { cause: error },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
