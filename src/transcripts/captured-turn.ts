/** What the end of a turn posts to POST /hooks/:client: reduced and redacted on the client, without contents of files. */
export interface CapturedStep {
  /** shell: a command; edit: a changed file; read: looked at something; mcp: a tool of an MCP server. */
  readonly kind: 'shell' | 'edit' | 'read' | 'mcp' | 'other';
  /** The client's name of the tool. */
  readonly tool: string;
  /** The command, path or first argument; redacted; at most 1,000 characters. */
  readonly text: string;
  readonly exit?: number;
  readonly verdict: 'ok' | 'failed' | 'undecided';
  /** The first line that says what was wrong; redacted; at most 300 characters. */
  readonly error?: string;
}

export interface CapturedTurn {
  readonly event: 'turn';
  readonly session: string;
  /** The prompt as the user typed it, without what hooks or our frame added; redacted; at most 8,000 characters. */
  readonly prompt: string;
  /** At most 400, the last ones. */
  readonly steps: readonly CapturedStep[];
  readonly end: 'done' | 'failed' | 'interrupted';
  /** Decided on the client from the steps (tests after the last edit, reverts); undecided moves nothing. */
  readonly verdict: 'success' | 'failure' | 'undecided';
  /** One plain sentence why. */
  readonly reason: string;
  /** Ids of receipts that our own tools gave the model in this session, as seen in the transcript. */
  readonly receipts: readonly string[];
}

/** What the prompt hook posts. Of the payload of Claude Code's HTTP hook, only `session_id` and `prompt` are read. */
export interface CapturedPrompt {
  readonly event: 'prompt';
  readonly session: string;
  readonly prompt: string;
}
