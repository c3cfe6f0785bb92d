// Clients of coding agents insert text into the messages of users and into results of tools, as elements.

/** Elements that clients insert (transcripts of Claude Code 2.1, Codex 0.171, Gemini CLI 0.61 and opencode 1.18). */
const INSERTED = [
  ...['system-reminder', 'local-command-caveat', 'local-command-stdout', 'local-command-stderr', 'command-message'],
  ...['task-notification', 'new-diagnostics', 'ide_selection', 'ide_opened_file', 'ide_diagnostics'],
  ...['user-prompt-submit-hook', 'post-tool-use-hook', 'hook_context', 'session_context'],
  ...['environment_context', 'user_instructions', 'turn_aborted', 'permissions instructions', 'collaboration_mode'],
  ...['skills_instructions', 'apps_instructions', 'plugins_instructions', 'subagent_notification', 'model_switch'],
];
const OPENING = new RegExp(`<(${INSERTED.join('|')})(?: [^<>\\n]{0,200})?>`, 'gu');
/** Elements around text that is kept. */
const AROUND = /<\/?untrusted_context>\n?/gu;
/** A text that is nothing but one element whose name has several words, as no tag of a document has. */
const WHOLE = /^\s*<([a-z]+(?:[_-][a-z]+)+)>/u;
/** Instructions that Codex reads from files and sends as a message of the user. */
const INSTRUCTIONS = /^# AGENTS\.md instructions(?: for [^\n]*)?\n\s*<INSTRUCTIONS>/u;

/**
 * The text without the elements that clients insert. Time is linear in its length.
 *
 * @param ofClient true if an element that stands alone is the client's, whatever its name
 * @param skip called with the name of each element that is left out
 */
export function withoutInserted(text: string, ofClient: boolean, skip: (element: string) => void): string {
  if (!text.includes('<')) return text;
  if (INSTRUCTIONS.test(text)) {
    skip('INSTRUCTIONS');
    return '';
  }
  const whole = ofClient ? WHOLE.exec(text)?.[1] : undefined;
  if (whole !== undefined && whole !== 'untrusted_context' && text.trimEnd().endsWith(`</${whole}>`)) {
    const close = `</${whole}>`;
    if (text.indexOf(close) === text.lastIndexOf(close)) {
      skip(whole);
      return '';
    }
  }
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  for (const opening of text.matchAll(OPENING)) {
    const name = opening[1] ?? '';
    if (opening.index < from || unclosed.has(name)) continue;
    const close = `</${name}>`;
    const end = text.indexOf(close, opening.index);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    parts.push(text.slice(from, opening.index));
    from = end + close.length;
    skip(name);
  }
  const kept = parts.length === 0 ? text : `${parts.join('')}${text.slice(from)}`;
  return kept.replace(AROUND, '');
}
