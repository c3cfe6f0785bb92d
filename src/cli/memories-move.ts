import type { Command } from 'commander';
import type { CommandOutput, ServiceOptions } from './command.js';
import { CommandFailure } from './failure.js';
import { projectOf } from '../transcripts/git-project.js';
import { request, type ServiceAddress } from './graphql-client.js';

const MOVE = `mutation ($to: String!, $ids: [ID!]) { moveMemories(to: $to, ids: $ids) { moved } }`;

/** Adds `memories move` to the commands about memories. */
export function addMemoriesMove(
  program: Command,
  withService: (command: Command) => Command,
  addressOf: (options: ServiceOptions) => ServiceAddress,
  output: CommandOutput,
): void {
  const memories =
    program.commands.find((command) => command.name() === 'memories') ??
    program.command('memories').description('Memories of agents.');
  withService(
    memories
      .command('move')
      .description(
        'Move memories from one project to another, for instance those recorded before the project had a name.',
      )
      .option('--from <project>', 'present project', 'default')
      .option('--to <project>', 'new project (default: the git repository of the working folder)')
      .option('--id <id...>', 'only these memories'),
  ).action(async (options: ServiceOptions & { from: string; to?: string; id?: string[] }) => {
    const to = options.to ?? projectOf(process.cwd());
    if (to === undefined) throw new CommandFailure('Name the project with --to: this folder is in no git repository');
    const address = { ...addressOf(options), project: options.from };
    let total = 0;
    for (;;) {
      const { moveMemories } = await request(address, MOVE, { to, ids: options.id });
      const { moved } = moveMemories as { moved: number };
      total += moved;
      if (moved === 0 || options.id) break;
    }
    output.note(`${total} ${total === 1 ? 'memory' : 'memories'} moved from "${options.from}" to "${to}"`);
  });
}
