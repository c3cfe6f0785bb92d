import type { Command } from 'commander';
import type { CallerOptions, CommandOutput, ServiceOptions } from './command.js';
import { addConversationCommands } from './conversation-commands.js';
import { distilFiles, type DistilOptions } from './distil-files.js';
import { addMemoryCommands } from './memory-commands.js';
import { request, type ServiceAddress } from './graphql-client.js';

const RETRY = `mutation ($filter: DistillationRetryFilter) { retryDistillations(filter: $filter) { retried } }`;

/** Adds the commands about memories, conversations, and sessions from which memories are distilled. */
export function addSessionCommands(
  program: Command,
  withService: (command: Command) => Command,
  environment: Readonly<Record<string, string | undefined>>,
  addressOf: (options: ServiceOptions) => ServiceAddress,
  output: CommandOutput,
  setExitCode: (code: number) => void,
): void {
  const withCaller = (command: Command) =>
    withService(command)
      .option('--project <name>', 'whose sessions (default: HEARTWOOD_PROJECT)', environment['HEARTWOOD_PROJECT'])
      .option('--team <name>', 'of which team (default: HEARTWOOD_TEAM)', environment['HEARTWOOD_TEAM']);
  const callerOf = (options: CallerOptions): ServiceAddress => {
    const { project, team } = options;
    return { ...addressOf(options), project: project || undefined, team: team || undefined };
  };

  addMemoryCommands(program, withCaller, callerOf, output, setExitCode);
  addConversationCommands(program, withCaller, callerOf, output, setExitCode);

  withCaller(
    program
      .command('distill <files...>')
      .description(
        'Hand in transcripts of sessions (Claude Code, Codex, OpenAI, Anthropic, MCP, text) to be distilled into memories. A longer transcript of a session that is known adds to it. Exit code 2: lines or files were passed over.',
      )
      .option('--outcome <outcome>', 'how they ended: success, failure or unknown', 'unknown')
      .option('--scope <scope>', 'who sees their memories: project, team or org', 'project')
      .option('--session <id>', 'id of the session, of a single file (default: the id in its name or its first lines)'),
  ).action(async (files: string[], options: CallerOptions & DistilOptions) => {
    setExitCode(await distilFiles(files, options, callerOf(options), output));
  });

  withCaller(
    program
      .command('sessions')
      .description('Sessions that are distilled into memories.')
      .command('retry')
      .description('Put failed sessions back on the queue: all, or those that fit every condition.')
      .option('--session <id...>', 'only these')
      .option('--code <code...>', 'only those that failed with such a code, as LLM_UNAVAILABLE')
      .option('--from <time>', 'only those queued then or later: 2026-05-01T00:00:00Z')
      .option('--until <time>', 'only those queued then or earlier'),
  ).action(async (options: CallerOptions & { session?: string[]; code?: string[]; from?: string; until?: string }) => {
    const { session: sessionIds, code: errorCodes, from: queuedFrom, until: queuedUntil } = options;
    const filter = { sessionIds, errorCodes, queuedFrom, queuedUntil };
    const { retryDistillations } = await request(callerOf(options), RETRY, { filter });
    const { retried } = retryDistillations as { retried: number };
    output.note(`${retried} ${retried === 1 ? 'session is' : 'sessions are'} on the queue again`);
  });
}
