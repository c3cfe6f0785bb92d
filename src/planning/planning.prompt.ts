import { block as lines, flat, jsonText, line } from '../common/prompt-text.js';

// The planning prompts. Their labels are those of the KB-attached learning design, which agents' instructions refer to.
// The same input gives the same bytes. User text is inserted unchanged, except for lines that look like the service's
// own, and is never interpreted as a template.

/** Input of a plan's system prompt. */
export interface SystemPromptInput {
  /** Name of the application to operate. */
  readonly application?: string | undefined;
  /** The agent's tools, described for its LLM. */
  readonly tools?: string | undefined;
}

/**
 * The system prompt. It is identical for all tasks with the same application and tools, so that LLM servers can cache
 * it.
 */
export function systemPrompt({ application, tools }: SystemPromptInput): string {
  const name = flat(application ?? '') || 'the application';
  const named = namedTools(tools);
  const rules = [
    'Keep to the knowledge patterns you are given where they apply.',
    tools === undefined
      ? 'Call only tools that exist, by their exact names and with the arguments they take.'
      : 'Call only the tools listed above, by their exact names and with the arguments their schemas ask for.',
    ...(named.state ? ['Call State-Tool before every interaction with elements of the user interface.'] : []),
    ...(named.switch ? [`Begin with Switch-Tool, which brings ${name} to the front.`] : []),
    ...(named.state
      ? ['Refer to elements that State-Tool found as ["last_state:<type of element>:<name of element>"].']
      : []),
  ];
  const action = {
    tool_name: named.click ? 'Click-Tool' : '<name of a tool>',
    tool_arguments: named.state ? { loc: ['last_state:menu:File'] } : { '<argument>': '<value>' },
    reasoning: 'Open the File menu, where the Open command is',
    kb_source: 'open_files',
    kb_learning: null,
  };
  const first = {
    tool_name: named.switch ? 'Switch-Tool' : '<name of a tool>',
    tool_arguments: named.switch ? { name } : {},
    reasoning: `Bring ${name} to the front; from no pattern`,
    kb_source: null,
    kb_learning: null,
  };
  return [
    `You plan how ${name} is operated through its graphical user interface, one tool call after the other.`,
    '',
    'AVAILABLE MCP TOOLS:',
    tools === undefined ? '(not described here)' : lines(tools),
    '',
    'CORE RULES:',
    ...rules.map((rule, index) => `${index + 1}. ${rule}`),
    '',
    'KB SOURCE ATTRIBUTION (IMPORTANT):',
    'Say for EACH action where it comes from. When it fails, that is what will be corrected.',
    '- "kb_source": the KB ID of the knowledge pattern the action is taken from, exactly as it is written; null when the action is your own idea. A wrong source does more harm than none.',
    '- "kb_learning": the id of the past learning the action follows; null when it follows none.',
    '',
    'Example of one action (open_files stands for a KB ID):',
    JSON.stringify(action, null, 2),
    '',
    'JSON OUTPUT SCHEMA:',
    '- "plan": the actions in order, each with "tool_name" (text), "tool_arguments" (object), "reasoning" (text), "kb_source" (KB ID or null) and, optionally, "kb_learning" (id of a learning or null)',
    '- "reasoning": the strategy as a whole (text)',
    '- "estimated_duration": seconds (whole number)',
    'In this form:',
    JSON.stringify(
      { plan: [first, action], reasoning: 'How the task is done as a whole', estimated_duration: 60 },
      null,
      2,
    ),
    '',
    ONLY_JSON,
  ].join('\n');
}

/** Input of a plan's user prompt. */
export interface UserPromptInput {
  readonly task: string;
  /** Retrieved items as formatted, best first. */
  readonly items: readonly string[];
  /** Prerequisites of those items, formatted, in the order to carry them out. */
  readonly alsoNeeded: readonly string[];
  readonly context?: string | undefined;
  readonly latestState?: string | undefined;
  readonly applicationVersion?: string | undefined;
  readonly recovery?: RecoveryInput | undefined;
}

/** The failed step that a recovery plan starts from. */
export interface RecoveryInput {
  readonly stepNum: number;
  /** The action that failed, in the JSON format of plans. */
  readonly action: unknown;
  readonly error: string;
  /** Actions that succeeded, in order. */
  readonly done: readonly unknown[];
}

export function userPrompt(input: UserPromptInput): string {
  const { task, items, alsoNeeded, context, latestState, applicationVersion, recovery } = input;
  const sections = [
    line('User task: ', `"${task}"`, { spaces: 'kept' }),
    block('Available knowledge patterns from documentation:', items.length > 0 ? items : ['(none fits this task)']),
    ...(alsoNeeded.length > 0
      ? [
          block(
            'PREREQUISITES (in the order to carry them out):\nThe patterns above build on these. Plan them first, except what holds already.',
            alsoNeeded,
          ),
        ]
      : []),
    [
      'USING KB ITEMS WITH LEARNINGS:',
      '1. What stands behind "KB ID:" is the id of a pattern, for kb_source.',
      '2. "PAST LEARNINGS" tell what went wrong with a pattern before, and what was done instead. Verified ones stand first, then the newest, those without a known recovery last; where two contradict each other, the one further up counts more. What is marked as failed did not work either.',
      '3. An action taken FROM a pattern names it in kb_source. Where learnings correct the pattern, do what worked rather than what the pattern says, and name the learning in kb_learning.',
      '4. An action of your own has null for kb_source.',
      '5. "CAUTION" marks patterns that have failed repeatedly: check more carefully, or go another way.',
    ].join('\n'),
    ...(applicationVersion === undefined ? [] : [line('Version of the application: ', applicationVersion)]),
    ...(context === undefined ? [] : [`Context:\n${lines(context)}`]),
    ...(latestState === undefined ? [] : [`Latest state:\n${lines(latestState)}`]),
    ...(recovery === undefined ? [] : [recoveryBlock(recovery)]),
    `${recovery === undefined ? 'Write the complete plan' : 'Write the plan from here on'}. Every action has its kb_source!\n${ONLY_JSON}`,
  ];
  return sections.join('\n\n');
}

const ONLY_JSON = 'Answer with valid JSON ONLY, nothing before or after it.';

function recoveryBlock({ stepNum, action, error, done }: RecoveryInput): string {
  return [
    'RECOVERY:',
    'These actions succeeded, in order; their effects are there and they are not repeated:',
    done.length > 0 ? done.map((one) => jsonText(one)).join('\n') : '(none)',
    `Then step ${stepNum} failed:`,
    jsonText(action),
    'Error:',
    lines(error),
    'Plan only what is to be done from here on to finish the task another way. Your "reasoning" says in one or two sentences what to do instead of the failed step; it is kept as what was learned.',
  ].join('\n');
}

function block(heading: string, parts: readonly string[]): string {
  return [heading, ...parts].join('\n\n');
}

function namedTools(tools = ''): { readonly state: boolean; readonly switch: boolean; readonly click: boolean } {
  const names = (tool: string) => new RegExp(`(?<![\\w-])${tool}(?![\\w-])`).test(tools);
  return { state: names('State-Tool'), switch: names('Switch-Tool'), click: names('Click-Tool') };
}
