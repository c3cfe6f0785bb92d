import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MavenError, runMaven } from '../common/maven.js';
import { ManagedNeo4jError, type ReportProgress } from './errors.js';
import { type Generation, GENERATIONS } from './generations.js';

/** The relative path is valid from both `src/managed` and `dist/managed`. */
const SCRIPTS = new URL('../../scripts/', import.meta.url);

interface Cache {
  /** Hash of the pom for which the jars were resolved. */
  readonly pom: string;
  readonly jars: readonly string[];
}

/**
 * Resolves the jars of Neo4j with Maven; they stay in Maven's own repository.
 *
 * @param jarsFile caches the result for 5.26, and a file beside it that of other generations; jars are resolved again
 *   when the pom has changed or a jar is missing
 * @param mvn command that runs Maven
 */
export async function resolveJars(
  generation: Generation,
  jarsFile: string,
  mvn: string,
  report: ReportProgress,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const cacheFile = generation === '5.26' ? jarsFile : jarsFile.replace(/\.json$/, `-${generation}.json`);
  const pomFile = fileURLToPath(new URL(`${GENERATIONS[generation].folder}/pom.xml`, SCRIPTS));
  const pom = createHash('sha256').update(readFileSync(pomFile)).digest('hex');
  const cached = readCache(cacheFile);
  if (cached?.pom === pom && cached.jars.every((jar) => existsSync(jar))) return cached.jars;

  const jars = await askMaven(mvn, pomFile, GENERATIONS[generation], report, signal);
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

async function askMaven(
  mvn: string,
  pomFile: string,
  { files: expected, megabytes }: { readonly files: number; readonly megabytes: number },
  report: ReportProgress,
  signal?: AbortSignal,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-maven-'));
  try {
    const outputFile = join(folder, 'classpath');
    const title = `Fetching Neo4j through Maven (${megabytes} MB, once)`;
    report({ title, done: 0, total: expected });
    await runMaven(
      mvn,
      [
        `--file=${pomFile}`,
        'dependency:build-classpath',
        `-Dmdep.outputFile=${outputFile}`,
        // This option makes Maven fetch poms in parallel. Maven before 3.9 ignores it and fetches them one by one.
        '-Daether.dependencyCollector.impl=bf',
      ],
      {
        onFile: (files) =>
          report({ title, done: Math.min(files, expected - 1), total: expected, remark: `${files} files` }),
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
