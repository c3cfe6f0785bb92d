import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js';

// Selects the tools that an agent sees. Every listed tool costs tokens in each prompt; all tools together take about
// 30,000.

type ListedTool = ListToolsResult['tools'][number];

const PROFILES = ['minimal', 'memory', 'planning', 'rules', 'all'] as const;

/** Name of a selection of MCP tools, or `all`. */
export type Profile = (typeof PROFILES)[number];

/**
 * The arguments that the tools of `minimal` show: those needed for the agent loop. These tools are listed without
 * output schema, and they still accept all other arguments.
 */
const LOOP: Readonly<Record<string, readonly string[]>> = {
  knowledge_search: ['query', 'kinds', 'first'],
  knowledge_context: ['query', 'entity_id', 'max_tokens'],
  memory_record: ['title', 'description', 'content', 'outcome', 'tags', 'scope'],
  context_outcome: ['receipt_id', 'success', 'used', 'comment'],
};

/** Name prefixes of the tools that a profile contains in addition to those of the agent loop. */
const MORE: Readonly<Record<Exclude<Profile, 'minimal' | 'all'>, readonly string[]>> = {
  memory: ['memory_', 'session_', 'conversation_'],
  planning: ['kb_', 'plan_', 'adaptive_', 'intent_', 'content_'],
  rules: ['fluent_', 'rules_'],
};

/** @returns undefined for an unknown name; `all` if no name is given */
export function profileOf(name: unknown): Profile | undefined {
  return name === undefined || name === '' ? 'all' : PROFILES.find((profile) => profile === name);
}

export function unknownProfile(name: unknown): string {
  return `There is no profile ${JSON.stringify(name)}; there are ${PROFILES.join(', ')}`;
}

/** The tools of a profile, in the form listed to clients. */
export function profiled(tools: readonly ListedTool[], profile: Profile): ListedTool[] {
  if (profile === 'all') return [...tools];
  if (profile === 'minimal') return tools.flatMap((tool) => short(tool));
  return tools.filter(({ name }) => name in LOOP || MORE[profile].some((begin) => name.startsWith(begin)));
}

function short({ name, title, description, inputSchema, annotations }: ListedTool): ListedTool[] {
  const shown = LOOP[name];
  if (!shown) return [];
  const properties = Object.entries(inputSchema.properties ?? {}).filter(([argument]) => shown.includes(argument));
  return [
    {
      name,
      title,
      description,
      inputSchema: { ...inputSchema, properties: Object.fromEntries(properties) },
      annotations,
    },
  ];
}

const WHAT =
  'Heartwood is the memory of agents. It stores what earlier sessions learned and knew, and how well each piece of knowledge has proved itself (trust, 0 to 1).';
const BEFORE =
  'Before you plan or act, call knowledge_context with the task in plain words, and follow the returned knowledge. Past learnings come from real failures, so prefer them to the steps of their item. To look up single pieces of knowledge, use knowledge_search.';
const AFTER =
  'After the task, call context_outcome with the receipt, the success of the task, and the refs that you relied on. Knowledge that helped is then trusted more, and knowledge that misled you less.';
const RECORD = 'To record a strategy for later sessions, one that worked or one to avoid, use memory_record';
const MEMORIES =
  '; memory_search finds such memories, memory_feedback reports whether they helped, and session_distill creates them from the trace of a session';
const PLANNING =
  'To operate an application, use kb_planning_prompt, plan_save, plan_report_step and plan_finish. To deliver a result, use adaptive_start and adaptive_observe, and call content_validate before you say that it is done.';
const RULES =
  'To write RTEC rules, use rules_prompt, which returns everything that they depend on, rules_check, which checks them, and fluent_save.';

/** The last lines of the instructions, by profile. */
const LAST: Readonly<Record<Profile, readonly string[]>> = {
  minimal: [`${RECORD}.`],
  memory: [`${RECORD}${MEMORIES}.`],
  planning: [`${RECORD}.`, PLANNING],
  rules: [`${RECORD}.`, RULES],
  all: [`${RECORD}${MEMORIES}.`, `${PLANNING} ${RULES}`],
};

/** The server instructions that a client passes to its model: memory and the agent loop, in at most five lines. */
export function instructionsOf(profile: Profile): string {
  return [WHAT, BEFORE, AFTER, ...LAST[profile]].join('\n');
}
