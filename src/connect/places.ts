import { join } from 'node:path';
import { hashOf } from '../common/hash.js';
import type { Client } from './reduce/steps.js';

export type Scope = 'user' | 'project';

export interface Places {
  /** Home folder of the user. */
  readonly home: string;
  /** Root of the git repository of the working folder; undefined outside of one. */
  readonly root: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** @returns undefined if the client has no settings in this scope that are not shared with others by git */
export function settingsFileOf(client: Client, scope: Scope, { home, root, environment }: Places): string | undefined {
  const own = (variable: string, ...usual: string[]) => environment[variable] || join(home, ...usual);
  if (scope === 'project') {
    if (root === undefined) return undefined;
    if (client === 'claude-code') return join(root, '.claude', 'settings.local.json');
    return client === 'opencode' ? join(root, '.opencode', 'plugin', 'heartwood.js') : undefined;
  }
  switch (client) {
    case 'claude-code':
      return join(own('CLAUDE_CONFIG_DIR', '.claude'), 'settings.json');
    case 'opencode':
      return join(own('XDG_CONFIG_HOME', '.config'), 'opencode', 'plugin', 'heartwood.js');
    case 'codex':
      return join(own('CODEX_HOME', '.codex'), 'hooks.json');
    case 'gemini':
      return join(home, '.gemini', 'settings.json');
  }
}

/** Name of the file that keeps what a settings file was before. */
export function recordName(client: Client, file: string): string {
  return `${client}-${hashOf(file).slice(0, 16)}.json`;
}
