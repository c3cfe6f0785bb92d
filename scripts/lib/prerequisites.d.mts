export interface Java {
  readonly command: string;
  readonly version: number;
}

/** How a Neo4j can be had on this machine. */
export type Neo4jSource =
  | { readonly kind: 'uri' }
  | { readonly kind: 'java'; readonly java: string; readonly version: number; readonly maven: string }
  | { readonly kind: 'docker'; readonly docker: string };

/** Answers what a command printed (both streams), or undefined when it is missing or failed. */
export type Probe = (command: string, args: readonly string[]) => string | undefined;

export class PrerequisiteError extends Error {}

export function javaVersionIn(text: string): number | undefined;
export function findJava(environment: NodeJS.ProcessEnv, probe?: Probe): Java | undefined;
export function findNeo4jSource(environment: NodeJS.ProcessEnv, probe?: Probe): Neo4jSource;
