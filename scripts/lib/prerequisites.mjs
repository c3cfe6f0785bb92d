// Checks the software that must be installed on the machine. Plain JavaScript, because it runs before anything is
// installed or built.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Neo4j 5.26 runs on Java 17 and 21; on later versions it works but prints a warning. Neo4j 2026 needs Java 21. */
const NEEDED_JAVA = 17;
const NEEDED_BY_2026 = 21;

/** Something must be installed or configured first; the message says what and how. */
export class PrerequisiteError extends Error {
  constructor(message) {
    super(message);
    this.name = 'PrerequisiteError';
  }
}

/** The major version in the output of `java -version`: 8 for `1.8.0_402`, 17 for `17.0.15`. */
export function javaVersionIn(text) {
  const match = /version "(\d+)(?:\.(\d+))?/.exec(text);
  if (!match) return undefined;
  return match[1] === '1' ? Number(match[2]) : Number(match[1]);
}

/** The first Java that is new enough, otherwise the first one found. JAVA_HOME is tried before PATH. */
export function findJava(environment, probe = runProbe) {
  const home = environment.JAVA_HOME;
  const found = [...(home ? [join(home, 'bin', 'java')] : []), 'java']
    .map((command) => ({ command, version: javaVersionIn(probe(command, ['-version']) ?? '') }))
    .filter((java) => java.version !== undefined);
  return found.find((java) => java.version >= NEEDED_JAVA) ?? found[0];
}

/**
 * Decides how to run Neo4j: a configured server, or Java with Maven, or Docker.
 *
 * @throws PrerequisiteError that names the three possibilities if none is available
 */
export function findNeo4jSource(environment, probe = runProbe) {
  if (environment.NEO4J_URI) return { kind: 'uri' };

  const java = findJava(environment, probe);
  const maven = probe('mvn', ['-version']) === undefined ? undefined : 'mvn';
  if (java && java.version >= NEEDED_JAVA && maven)
    return { kind: 'java', java: java.command, version: java.version, maven };
  // Checks the Docker server and not only the client, which is useless without a server.
  const docker = probe('docker', ['version', '--format', '{{.Server.Version}}']);
  if (docker !== undefined) return { kind: 'docker', docker: 'docker' };

  const javaState = java ? `Java ${java.version} (${java.command})` : 'no Java';
  throw new PrerequisiteError(
    [
      'Heartwood needs a Neo4j, and there are three ways to one. Any of them will do:',
      '  1. a server you have: set NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD in the environment or in .env',
      `  2. Java ${NEEDED_JAVA} or later with Maven: Neo4j is fetched and run for you (5.26; 2026 from Java ${NEEDED_BY_2026} on)`,
      `     (found: ${javaState}, ${maven ? 'Maven' : 'no Maven'}; on Debian: apt-get install openjdk-17-jre-headless maven;`,
      '     on macOS: brew install openjdk@17 maven, and JAVA_HOME set to it)',
      '  3. Docker with its engine running: Neo4j is run in a container (found: none that answers)',
    ].join('\n'),
  );
}

function runProbe(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000, stdio: ['ignore', 'pipe', 'pipe'] });
  return result.status === 0 ? `${result.stdout}${result.stderr}` : undefined;
}
