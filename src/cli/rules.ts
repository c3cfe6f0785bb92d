import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandFailure } from './failure.js';
import { request, type ServiceAddress } from './graphql-client.js';
import { showProgress } from './progress.js';
import type { CommandOutput } from './command.js';

const REPORT = 'valid clausesRead problems { kind severity message line column }';
const IMPORT_RULES = `mutation ($domain: String!, $rules: String!, $mode: ImportMode!, $force: Boolean!) {
  importRules(domain: $domain, rules: $rules, mode: $mode, force: $force) {
    fluents { id } removed report { ${REPORT} } } }`;
const HAS_RULES = 'query ($domain: String!) { domain(name: $domain) { definedCount } }';
const VOCABULARY = `mutation ($domain: String!, $vocabulary: VocabularyInput!) {
  declareVocabulary(domain: $domain, vocabulary: $vocabulary) {
    vocabulary { inputEvents inputFluents backgroundPredicates } } }`;
const DESCRIBE = `mutation ($domain: String!, $descriptions: JSON!) {
  describeActivities(domain: $domain, descriptions: $descriptions) { name } }`;
const IMPORT_GRAPH = `mutation ($domain: String!, $graph: JSON!) {
  importDependencies(domain: $domain, graph: $graph) { fluents edges skipped { id field reason } } }`;
const CHECK = `query ($domain: String!, $rules: String!) { checkRules(domain: $domain, rules: $rules) { ${REPORT} } }`;
const EXPORT = 'query ($domain: String!) { exportRules(domain: $domain) }';
const DIAGRAM = `query (
  $domain: String!, $activity: String, $format: DiagramFormat!, $inputs: DiagramInputs!, $neighbours: Int
) {
  dependencyDiagram(domain: $domain, activity: $activity, format: $format, inputs: $inputs, neighbours: $neighbours) }`;
const ORDER = `query ($domain: String!, $activity: String) { generationOrder(domain: $domain, activity: $activity) }`;
const FIND = 'query ($domain: String!, $name: String!) { fluent(domain: $domain, name: $name) { id } }';
const DEFINED = `query ($domain: String!, $after: String) {
  fluents(domain: $domain, first: 500, after: $after) { nodes { name rules } pageInfo { hasNextPage endCursor } } }`;
const GENERATE = `mutation ($domain: String!, $activity: String!, $maxAttempts: Int!) {
  generateRules(domain: $domain, activity: $activity, maxAttempts: $maxAttempts) {
    stored attempts { number } report { ${REPORT} } } }`;

interface Report {
  readonly valid: boolean;
  readonly clausesRead: number;
  readonly problems: readonly {
    readonly kind: string;
    readonly severity: string;
    readonly message: string;
    readonly line: number | null;
    readonly column: number | null;
  }[];
}

/** Options of `heartwood rules import`. */
export interface ImportFlags {
  readonly merge?: boolean;
  readonly replace?: boolean;
  readonly force?: boolean;
}

/**
 * Imports an event description, or a dictionary of dependencies from a .json file.
 *
 * @returns false when the rules have errors, or entries were skipped; everything else is imported nevertheless
 */
export async function importRules(
  file: string,
  domain: string,
  { merge = false, replace = false, force = false }: ImportFlags,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const text = readText(file);
  if (/\.json$/i.test(file)) {
    const data = await request(address, IMPORT_GRAPH, { domain, graph: parsed(file, text) });
    const { fluents, edges, skipped } = data['importDependencies'] as {
      fluents: number;
      edges: number;
      skipped: { id: string | null; field: string | null; reason: string }[];
    };
    for (const { id, field, reason } of skipped) {
      output.note(`skipped ${id ?? 'an entry'}${field === null ? '' : `, ${field}`}: ${reason}`);
    }
    output.note(`${fluents} names with ${edges} dependencies declared in ${domain}, ${skipped.length} skipped`);
    return skipped.length === 0;
  }
  if (merge && replace) throw new CommandFailure('Use either --merge or --replace');
  if (!merge && !replace) {
    const known = (await request(address, HAS_RULES, { domain }))['domain'] as { definedCount: number } | null;
    if ((known?.definedCount ?? 0) > 0) {
      throw new CommandFailure(
        `${domain} has rules already: use --merge to add to them, or --replace to keep only those of ${file}`,
      );
    }
  }
  const mode = replace ? 'REPLACE' : 'MERGE';
  const data = await request(address, IMPORT_RULES, { domain, rules: text, mode, force });
  const { fluents, removed, report } = data['importRules'] as { fluents: unknown[]; removed: string[]; report: Report };
  const grave = report.problems.filter(({ severity }) => severity !== 'HINT');
  tell(grave, file, output);
  const hints = report.problems.length - grave.length;
  if (hints > 0) output.note(`${hints} hints in addition; "rules check" lists them`);
  output.note(`${report.clausesRead} clauses read, ${fluents.length} fluents and events stored in ${domain}`);
  if (removed.length > 0) output.note(`these have no rules now: ${removed.join(', ')}`);
  return report.valid;
}

export async function declareVocabulary(
  domain: string,
  file: string,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<void> {
  const data = await request(address, VOCABULARY, { domain, vocabulary: parsed(file, readText(file)) });
  const { vocabulary } = data['declareVocabulary'] as { vocabulary: Record<string, readonly string[]> };
  const count = (list: string) => vocabulary[list]?.length ?? 0;
  output.note(
    `${domain} knows ${count('inputEvents')} input events, ${count('inputFluents')} input fluents and ${count('backgroundPredicates')} background predicates`,
  );
}

export async function describeActivities(
  domain: string,
  file: string,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<void> {
  const descriptions = parsed(file, readText(file));
  await request(address, DESCRIBE, { domain, descriptions });
  output.note(`${Object.keys(descriptions as object).length} activities of ${domain} described`);
}

/** @returns false when the rules have errors */
export async function checkRules(
  file: string,
  domain: string,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const report = (await request(address, CHECK, { domain, rules: readText(file) }))['checkRules'] as Report;
  tell(report.problems, file, output);
  output.note(`${report.clausesRead} clauses read: ${report.valid ? 'no error' : 'not valid'}`);
  return report.valid;
}

export async function exportRules(
  domain: string,
  file: string | undefined,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<void> {
  write((await request(address, EXPORT, { domain }))['exportRules'] as string, file, output);
}

/** Options of `heartwood rules diagram`. */
export interface DiagramFlags {
  readonly activity?: string | undefined;
  readonly format: string;
  readonly inputs: string;
  readonly neighbours?: number | undefined;
  readonly output?: string | undefined;
}

export async function drawDiagram(
  domain: string,
  options: DiagramFlags,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<void> {
  const format = options.format.toUpperCase();
  if (!['DOT', 'MERMAID', 'SVG'].includes(format)) {
    throw new CommandFailure(`"${options.format}" is not a format; use dot, mermaid or svg`);
  }
  const inputs = options.inputs.toUpperCase();
  if (!['USED', 'ALL', 'NONE'].includes(inputs)) {
    throw new CommandFailure(`--inputs must be used, all or none, not "${options.inputs}"`);
  }
  const { activity, neighbours } = options;
  const data = await request(address, DIAGRAM, { domain, activity, format, inputs, neighbours });
  write(data['dependencyDiagram'] as string, options.output, output);
}

/**
 * Lets the LLM write the rules of activities, level by level, with `parallel` requests per level. Activities that
 * already have rules are skipped, so that an interrupted run can be continued by starting it again.
 *
 * @param activities the activities to generate, together with their prerequisites; empty for the whole domain
 * @returns false when some activities have no valid rules; later levels were not started
 */
export async function generateRules(
  domain: string,
  activities: readonly string[],
  { attempts, parallel }: { readonly attempts: number; readonly parallel: number },
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const levels = await levelsOf(domain, activities, address);
  const defined = await definedIn(domain, address);
  const todo = levels.map((level) => level.filter((name) => !defined.has(name))).filter((level) => level.length > 0);
  const total = todo.flat().length;
  if (total === 0) {
    output.note(`${domain} has rules for everything it names`);
    return true;
  }
  const progress = showProgress(output, 'generated', total);
  let done = 0;
  const failed: string[] = [];
  try {
    for (const level of todo) {
      await inParallel(level, parallel, async (activity) => {
        const data = await request(address, GENERATE, { domain, activity, maxAttempts: attempts });
        const result = data['generateRules'] as { stored: boolean; attempts: unknown[]; report: Report };
        if (result.stored) progress.advance(++done);
        else failed.push(failure(activity, result.attempts.length, result.report));
      });
      if (failed.length > 0) break;
    }
  } finally {
    progress.stop();
  }
  for (const line of failed.sort()) output.note(line);
  const rest = total - done - failed.length;
  if (failed.length > 0 && rest > 0)
    output.note(`${rest} of later levels were not begun; run the command again to continue`);
  return failed.length === 0;
}

function failure(activity: string, attempts: number, { problems }: Report): string {
  const first = problems.find(({ severity }) => severity === 'ERROR');
  return `${activity}: no valid rules in ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${first ? `: ${first.message}` : ''}`;
}

async function levelsOf(
  domain: string,
  activities: readonly string[],
  address: ServiceAddress,
): Promise<readonly (readonly string[])[]> {
  const order = async (activity?: string) =>
    (await request(address, ORDER, { domain, activity }))['generationOrder'] as string[][];
  if (activities.length === 0) return order();
  const levels: Set<string>[] = [];
  for (const activity of activities) {
    const known = (await request(address, FIND, { domain, name: activity }))['fluent'] !== null;
    const own = known ? await order(activity) : [[activity]];
    own.forEach((names, index) => {
      levels[index] = new Set([...(levels[index] ?? []), ...names]);
    });
  }
  const seen = new Set<string>();
  // An activity that several orders contain is put on its highest level, because its prerequisites must be on lower
  // levels.
  return levels
    .toReversed()
    .map((level) => [...level].filter((name) => !seen.has(name) && seen.add(name)))
    .toReversed();
}

async function definedIn(domain: string, address: ServiceAddress): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let after: string | null = null;
  do {
    const { fluents } = (await request(address, DEFINED, { domain, after })) as unknown as {
      fluents: {
        nodes: { name: string; rules: string | null }[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };
    };
    for (const { name, rules } of fluents.nodes) if (rules !== null) names.add(name);
    after = fluents.pageInfo.hasNextPage ? fluents.pageInfo.endCursor : null;
  } while (after !== null);
  return names;
}

async function inParallel<Value>(
  values: readonly Value[],
  most: number,
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const waiting = [...values];
  const worker = async () => {
    for (let value = waiting.shift(); value !== undefined; value = waiting.shift()) await work(value);
  };
  await Promise.all(Array.from({ length: Math.min(most, values.length) }, worker));
}

function tell(problems: Report['problems'], file: string, output: CommandOutput): void {
  for (const { severity, kind, message, line, column } of problems) {
    const place = line === null ? basename(file) : `${basename(file)}:${line}:${column ?? 1}`;
    output.note(`${place}: ${severity.toLowerCase()}: ${message} (${kind})`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(`${file} is no JSON`);
  }
}

function write(text: string, file: string | undefined, output: CommandOutput): void {
  if (file === undefined) {
    output.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be written: ${(error as Error).message}`);
  }
  output.note(`written to ${file}`);
}
