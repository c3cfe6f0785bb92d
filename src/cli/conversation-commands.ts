import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { partsBySize } from '../common/parts.js';
import { FORMATS } from '../transcripts/records.js';
import { messagesOfTranscript } from '../transcripts/said-messages.js';
import type { CallerOptions, CommandOutput } from './command.js';
import { CommandFailure } from './failure.js';
import { request, type ServiceAddress } from './graphql-client.js';

const ADD = `mutation ($session: ID!, $messages: [MessageInput!]!, $scope: MemoryScope!) {
  addMessages(session: $session, messages: $messages, scope: $scope) {
    conversation { messageCount } messages { created } redacted { path rule } } }`;
const SHOW = `query ($id: ID!, $after: String) {
  conversation(id: $id) { messages(first: 100, after: $after) {
    nodes { position role content } pageInfo { hasNextPage endCursor } } } }`;
const DISTIL = `mutation ($id: ID!, $outcome: SessionOutcome!) {
  distilConversation(id: $id, outcome: $outcome) { id status } }`;
const DELETE = 'mutation ($ref: String!) { delete(ref: $ref) }';

/** Limits of the service per call: maximum number of messages, and maximum number of their characters in total. */
const AT_ONCE = { messages: 200, characters: 1_000_000 };

interface Message {
  readonly role: string;
  readonly content: string;
  readonly messageId: string;
  readonly occurredAt?: string;
}

interface Added {
  readonly conversation: { readonly messageCount: number };
  readonly messages: readonly { readonly created: boolean }[];
  readonly redacted: readonly { readonly path: string; readonly rule: string }[];
}

/** Adds the commands about conversations, which are stored message by message. */
export function addConversationCommands(
  program: Command,
  withCaller: (command: Command) => Command,
  callerOf: (options: CallerOptions) => ServiceAddress,
  output: CommandOutput,
  setExitCode: (code: number) => void,
): void {
  const conversation = program.command('conversation').description('Conversations, stored as single messages.');

  withCaller(
    conversation
      .command('add <session> <file>')
      .description(
        'Append messages to a conversation from a file, or from standard input (-): JSON records with role, content and, optionally, messageId and occurredAt, one a line, or a transcript in any format that distill reads. No LLM is needed. Adding a file again appends only its new messages.',
      )
      .option('--scope <scope>', 'who may see it: project, team or org', 'project'),
  ).action(async (session: string, file: string, options: CallerOptions & { scope: string }) => {
    const { messages, left } = messagesOf(readText(file), file);
    let added = 0;
    let total = 0;
    const size = ({ content }: Message) => content.length;
    for (const part of partsBySize(messages, { size, most: AT_ONCE.characters, rows: AT_ONCE.messages })) {
      const variables = { session, messages: part, scope: options.scope.toUpperCase() };
      const result = (await request(callerOf(options), ADD, variables))['addMessages'] as Added;
      added += result.messages.filter(({ created }) => created).length;
      total = result.conversation.messageCount;
      for (const { path, rule } of result.redacted) {
        const index = Number(/\d+/.exec(path)?.[0]);
        output.note(`cut out of message "${part[index]?.messageId}": what looks like a secret (${rule})`);
      }
    }
    if (left !== '') output.note(`left out: ${left}`);
    output.note(`${added} added, ${messages.length - added} known; the conversation has ${total}`);
  });

  withCaller(
    conversation
      .command('show <session>')
      .description('Print the messages of a conversation with their positions and roles.'),
  ).action(async (id: string, options: CallerOptions) => {
    for (let after: string | null = null; ;) {
      const found = (await request(callerOf(options), SHOW, { id, after }))['conversation'] as {
        readonly messages: {
          readonly nodes: readonly { readonly position: number; readonly role: string; readonly content: string }[];
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
        };
      } | null;
      if (!found) throw new CommandFailure(`Conversation "${id}" is not found`);
      for (const { position, role, content } of found.messages.nodes) {
        output.write(`${position}  ${role}: ${content.replaceAll('\n', '\n    ')}\n`);
      }
      if (!found.messages.pageInfo.hasNextPage) return;
      after = found.messages.pageInfo.endCursor;
    }
  });

  withCaller(
    conversation
      .command('distill <session>')
      .description(
        'Queue the present messages of a conversation for distillation. Another call later queues the messages added since.',
      )
      .option('--outcome <outcome>', 'outcome of the session: success, failure or unknown', 'unknown'),
  ).action(async (id: string, options: CallerOptions & { outcome: string }) => {
    const variables = { id, outcome: options.outcome.toUpperCase() };
    const job = (await request(callerOf(options), DISTIL, variables))['distilConversation'] as { status: string };
    output.note(`${id} is handed to distillation: ${job.status.toLowerCase()}`);
  });

  withCaller(
    conversation
      .command('delete <sessions...>')
      .description(
        'Delete conversations permanently; memories distilled from them stay. Exit code 2: some were not found.',
      ),
  ).action(async (ids: string[], options: CallerOptions) => {
    for (const id of ids) {
      const { delete: deleted } = await request(callerOf(options), DELETE, { ref: `conversation:${id}` });
      if (deleted !== true) setExitCode(2);
      output.note(deleted === true ? `${id} is deleted` : `${id} is not found`);
    }
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Fields of a record that is a message of the service's own format. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['role', 'content', 'messageId', 'occurredAt']);

/**
 * The messages of a file: records with role and content, one a line, or the turns of a transcript in any format that
 * `heartwood distill` reads. A message without an id gets the number of its line or turn as id, so that importing a grown
 * file adds only the new messages.
 *
 * @throws CommandFailure with the rule UNKNOWN_FORMAT when the file is neither
 */
function messagesOf(text: string, file: string): { messages: readonly Message[]; left: string } {
  const own = ownMessages(text);
  if (own) return { messages: own, left: '' };
  const { messages, isUnknown, skipped, skippedTypes } = messagesOfTranscript(text);
  if (isUnknown)
    throw new CommandFailure(`${file}: UNKNOWN_FORMAT: JSON of a format that is not known. Known are: ${FORMATS}`);
  const left = [
    ...(skipped > 0 ? [`${skipped} lines that cannot be read`] : []),
    ...skippedTypes.map(({ type, count }) => `${count} ${type}`),
  ].join(', ');
  if (messages.length === 0) throw new CommandFailure(`${file} holds no message${left && `; left out: ${left}`}`);
  return { messages, left };
}

/** @returns undefined if a line is not such a record, or one is a prompt of the system, which transcripts hold */
function ownMessages(text: string): Message[] | undefined {
  const messages: Message[] = [];
  for (const [n, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const record = recordOf(line) as Partial<Record<keyof Message, unknown>> | undefined;
    const { role, content, messageId = `line-${n + 1}`, occurredAt } = record ?? {};
    if (typeof role !== 'string' || typeof content !== 'string' || typeof messageId !== 'string') return undefined;
    if (role === 'system' || role === 'developer') return undefined;
    if (!Object.keys(record ?? {}).every((name) => OWN_FIELDS.has(name))) return undefined;
    messages.push({ role, content, messageId, ...(typeof occurredAt === 'string' ? { occurredAt } : {}) });
  }
  return messages.length === 0 ? undefined : messages;
}

function recordOf(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // The text is then read as a transcript.
  }
}
