import type { Command } from 'commander';
import type { CallerOptions, CommandOutput } from './command.js';
import { request, type ServiceAddress } from './graphql-client.js';

const LIST = `query ($scope: MemoryScopeFilter!, $archived: Boolean!, $first: Int!, $after: String) {
  memories(scope: $scope, archived: $archived, first: $first, after: $after) {
    nodes { id title outcome confidence scope } pageInfo { hasNextPage endCursor } } }`;
const DELETE = `mutation ($ref: String!) { delete(ref: $ref) }`;
const MERGE = `mutation ($source: ID!, $target: ID!) {
  mergeMemories(source: $source, target: $target) { changeId message } }`;
const RESTORE = `mutation ($id: ID!) { restoreMemory(id: $id) { id confidence } }`;

interface Listed {
  readonly nodes: readonly {
    readonly id: string;
    readonly title: string;
    readonly outcome: string;
    readonly confidence: number;
    readonly scope: string;
  }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const PAGE = 100;

/** Adds the commands about stored memories. */
export function addMemoryCommands(
  program: Command,
  withCaller: (command: Command) => Command,
  callerOf: (options: CallerOptions) => ServiceAddress,
  output: CommandOutput,
  setExitCode: (code: number) => void,
): void {
  const memories =
    program.commands.find((command) => command.name() === 'memories') ??
    program.command('memories').description('Memories of agents.');

  withCaller(
    memories
      .command('list')
      .description(
        'List the memories that the project may see, newest first: id, confidence, outcome, scope and title.',
      )
      .option('--scope <scope>', 'project, team, org or all', 'all')
      .option('--archived', 'list archived memories', false),
  ).action(async (options: CallerOptions & { scope: string; archived: boolean }) => {
    const asked = { scope: options.scope.toUpperCase(), archived: options.archived, first: PAGE };
    for (let after: string | null = null; ;) {
      const { memories: page } = await request(callerOf(options), LIST, { ...asked, after });
      const { nodes, pageInfo } = page as Listed;
      for (const { id, title, outcome, confidence, scope } of nodes) {
        const fields = [id, confidence.toFixed(3), outcome.toLowerCase(), scope.toLowerCase(), JSON.stringify(title)];
        output.write(`${fields.join('  ')}\n`);
      }
      if (!pageInfo.hasNextPage) return;
      after = pageInfo.endCursor;
    }
  });

  withCaller(
    memories
      .command('delete <ids...>')
      .description('Delete memories with their evidence. Exit code 2: some were not found.'),
  ).action(async (ids: string[], options: CallerOptions) => {
    for (const id of ids) {
      const { delete: deleted } = await request(callerOf(options), DELETE, { ref: `memory:${id}` });
      if (deleted !== true) setExitCode(2);
      output.note(deleted === true ? `${id} is deleted` : `${id} is not found`);
    }
  });

  withCaller(
    memories
      .command('merge <source> <target>')
      .description(
        'Merge a memory into another one of its scope that says the same. The printed change can be undone.',
      ),
  ).action(async (source: string, target: string, options: CallerOptions) => {
    const { mergeMemories } = await request(callerOf(options), MERGE, { source, target });
    const { changeId, message } = mergeMemories as { changeId: string; message: string };
    output.write(`${changeId}\n`);
    output.note(message);
  });

  withCaller(
    memories.command('restore <ids...>').description('Restore archived memories, with a confidence of at least 0.5.'),
  ).action(async (ids: string[], options: CallerOptions) => {
    for (const id of ids) {
      const { restoreMemory } = await request(callerOf(options), RESTORE, { id });
      const { confidence } = restoreMemory as { confidence: number };
      output.note(`${id} is restored, with a confidence of ${confidence.toFixed(3)}`);
    }
  });
}
