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
      .option(
        '--project <name>',
        'project of the sessions (default: HEARTWOOD_PROJECT)',
        environment['HEARTWOOD_PROJECT'],
      )
      .option('--team <name>', 'team of the project (default: HEARTWOOD_TEAM)', environment['HEARTWOOD_TEAM']);
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
        'Queue transcripts of sessions (Claude Code, Codex, OpenAI, Anthropic, MCP, text) for distillation into memories. A longer transcript of a known session adds to it. Exit code 2: lines or files were skipped.',
      )
      .option('--outcome <outcome>', 'outcome of the sessions: success, failure or unknown', 'unknown')
      .option('--scope <scope>', 'who may see their memories: project, team or org', 'project')
      .option(
        '--session <id>',
        'id of the session, for a single file (default: the id in its name or in its first lines)',
      ),
  ).action(async (files: string[], options: CallerOptions & DistilOptions) => {
    setExitCode(await distilFiles(files, options, callerOf(options), output));
  });

  withCaller(
    program
      .command('sessions')
      .description('Sessions from which memories are distilled.')
      .command('retry')
      .description('Retry failed sessions: all of them, or those that meet every condition.')
      .option('--session <id...>', 'only these sessions')
      .option('--code <code...>', 'only sessions that failed with one of these codes, such as LLM_UNAVAILABLE')
      .option('--from <time>', 'only sessions queued at or after this time, such as 2026-05-01T00:00:00Z')
      .option('--until <time>', 'only sessions queued at or before this time'),
  ).action(async (options: CallerOptions & { session?: string[]; code?: string[]; from?: string; until?: string }) => {
    const { session: sessionIds, code: errorCodes, from: queuedFrom, until: queuedUntil } = options;
    const filter = { sessionIds, errorCodes, queuedFrom, queuedUntil };
    const { retryDistillations } = await request(callerOf(options), RETRY, { filter });
    const { retried } = retryDistillations as { retried: number };
    output.note(`${retried} ${retried === 1 ? 'session is' : 'sessions are'} on the queue again`);
  });
}
