import { ulid } from 'ulid';
import { serveOverStdio } from './mcp-proxy.js';
import { McpService, settingsOf } from './mcp-service.js';
import { profileOf, unknownProfile } from '../mcp/profiles.js';
import type { CommandOutput } from '../cli/command.js';
import { CommandFailure } from '../cli/failure.js';
import { projectOf } from '../transcripts/git-project.js';

/** Command-line options of `heartwood mcp`; absent options are read from the environment. */
export interface McpOptions {
  readonly url?: string;
  readonly namespace?: string;
  readonly team?: string;
  readonly project?: string;
  readonly agent?: string;
  readonly session?: string;
  readonly key?: string;
  readonly profile?: string;
}

/** Runs `heartwood mcp` until its input ends or a signal arrives, then stops the processes it started. */
export async function runMcp(
  options: McpOptions,
  environment: Readonly<Record<string, string | undefined>>,
  output: Pick<CommandOutput, 'note'>,
): Promise<void> {
  const settings = settingsOf(environment);
  const name = options.profile ?? settings['HEARTWOOD_MCP_PROFILE'];
  const profile = profileOf(name);
  if (!profile) throw new CommandFailure(unknownProfile(name));
  const service = new McpService(options.url ?? (settings['HEARTWOOD_URL'] || undefined), environment);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  await serveOverStdio(
    {
      service,
      headers: { ...headersOf(options, settings), 'x-mcp-profile': profile },
      profile,
      input: process.stdin,
      output: process.stdout,
      note: (line) => output.note(line),
    },
    stop.signal,
  );
  await new Promise((resolve) => process.stdout.write('', resolve));
  // The process is ended explicitly, because keep-alive connections would keep it running.
  process.exit(0);
}

/** Headers that identify the caller to the service. Each process is its own session unless one is given. */
function headersOf(
  options: McpOptions,
  settings: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const key = options.key ?? settings['HEARTWOOD_API_KEY'];
  const project = options.project ?? settings['HEARTWOOD_PROJECT'];
  const folder = project ? undefined : projectOf(process.cwd());
  const named = {
    'x-namespace': options.namespace ?? settings['HEARTWOOD_NAMESPACE'],
    'x-team': options.team ?? settings['HEARTWOOD_TEAM'],
    'x-project': project || folder,
    // This keeps data visible that was recorded before projects were named automatically.
    'x-also-default-project': folder === undefined ? undefined : 'true',
    'x-agent': options.agent ?? settings['HEARTWOOD_AGENT'],
    'x-session': options.session ?? (settings['HEARTWOOD_SESSION'] || ulid()),
    authorization: key ? `Bearer ${key}` : undefined,
  };
  return Object.fromEntries(Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
