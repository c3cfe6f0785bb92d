import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js';

// Selects the tools that an agent sees. Every listed tool costs tokens in each of its prompts.

type ListedTool = ListToolsResult['tools'][number];

/**
 * The tools of the loop that every agent needs, with the arguments that they show: those of the memory tools are the third
 * design's. They are listed without output schema, and still accept all other arguments.
 */
const LOOP: ReadonlyMap<string, readonly string[]> = new Map([
  ['knowledge_context', ['query', 'entity_id', 'max_tokens']],
  ['context_outcome', ['receipt_id', 'success', 'used', 'comment']],
  ['memory_search', ['query', 'scope', 'outcome', 'limit', 'min_confidence']],
  ['memory_record', ['title', 'description', 'content', 'outcome', 'tags', 'scope']],
  ['memory_feedback', ['memory_id', 'helpful', 'comment']],
  [
    'kb_attach_learning',
    [
      ...['item_id', 'kind', 'task', 'step_num', 'original_action', 'original_error', 'recovery_approach'],
      ...['corrected_action', 'human_reasoning'],
    ],
  ],
  ['knowledge_search', ['query', 'kinds', 'first']],
  ['document_ingest', ['source', 'content', 'base64', 'title']],
]);

/** What a profile contains in addition to the loop. */
const MORE = {
  loop: [],
  planning: [
    ...['kb_planning_prompt', 'plan_save', 'plan_report_step', 'plan_finish', 'kb_complete_learning'],
    ...['intent_analyze', 'content_validate', 'adaptive_start', 'adaptive_observe', 'adaptive_judge'],
  ],
  rules: [
    ...['rules_prompt', 'rules_check', 'rules_import', 'fluent_save', 'fluent_get', 'fluent_dependencies'],
    ...['domain_get', 'domain_vocabulary'],
  ],
  knowledge: ['knowledge_load', 'knowledge_provide', 'session_distill', 'conversation_add', 'conversation_distill'],
  review: ['knowledge_review', 'kb_resolve_learning', 'evidence_retract', 'knowledge_undo'],
} as const satisfies Record<string, readonly string[]>;

/** Name of a selection of MCP tools; `all` lists every tool, with all of its arguments. */
export type Profile = keyof typeof MORE | 'all';

const PROFILES: readonly Profile[] = [...(Object.keys(MORE) as (keyof typeof MORE)[]), 'all'];

/** The names of the tools that each profile adds, the loop first. */
export const TOOLS_BY_PROFILE: Readonly<Record<keyof typeof MORE, readonly string[]>> = {
  ...MORE,
  loop: [...LOOP.keys()],
};

/** @returns undefined for an unknown name; `loop` if no name is given */
export function profileOf(name: unknown): Profile | undefined {
  return name === undefined || name === '' ? 'loop' : PROFILES.find((profile) => profile === name);
}

export function unknownProfile(name: unknown): string {
  return `There is no profile ${JSON.stringify(name)}; there are ${PROFILES.join(', ')}`;
}

/** The tools of a profile, in the form listed to clients. */
export function profiled(tools: readonly ListedTool[], profile: Profile): ListedTool[] {
  if (profile === 'all') return [...tools];
  const more: readonly string[] = MORE[profile];
  return tools.flatMap((tool) => {
    const shown = LOOP.get(tool.name);
    if (shown) return [short(tool, shown)];
    return more.includes(tool.name) ? [tool] : [];
  });
}

function short(
  { name, title, description, inputSchema, annotations }: ListedTool,
  shown: readonly string[],
): ListedTool {
  const properties = Object.entries(inputSchema.properties ?? {}).filter(([argument]) => shown.includes(argument));
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, properties: Object.fromEntries(properties) },
    annotations,
  };
}

const WHAT =
  'Heartwood is the memory of agents. It stores what earlier sessions learned and knew, and how well each piece of knowledge has proved itself (trust, 0 to 1).';
const BEFORE =
  'Before you plan or act, call knowledge_context with the task in plain words, and follow the returned knowledge. Past learnings come from real failures, so prefer them to the steps of their item. To look up single pieces of knowledge, use knowledge_search.';
const AFTER =
  'After the task, call context_outcome with the receipt, the success of the task, and the refs that you relied on. Knowledge that helped is then trusted more, and knowledge that misled you less.';
const MEMORIES =
  'To record a strategy for later sessions, one that worked or one to avoid, use memory_record; memory_search finds such memories, and memory_feedback reports whether they helped.';

/** The lines that a profile adds to the instructions. */
const ABOUT: Readonly<Record<keyof typeof MORE, string>> = {
  loop: '',
  planning:
    'To operate an application, use kb_planning_prompt, plan_save, plan_report_step and plan_finish. To deliver a result, use adaptive_start and adaptive_observe, and call content_validate before you say that it is done.',
  rules:
    'To write RTEC rules, use rules_prompt, which returns everything that they depend on, rules_check, which checks them, and fluent_save.',
  knowledge:
    'To store what people know, use knowledge_load and document_ingest. session_distill and conversation_distill create memories from a trace or a conversation.',
  review:
    'To show a person what waits for a decision, use knowledge_review. kb_resolve_learning, evidence_retract and knowledge_undo record what the person decided.',
};

/** The server instructions that a client passes to its model: the loop in four lines, then the tools of the profile. */
export function instructionsOf(profile: Profile): string {
  const about = profile === 'all' ? Object.values(ABOUT) : [ABOUT[profile]];
  return [WHAT, BEFORE, AFTER, MEMORIES, about.filter(Boolean).join(' ')].filter(Boolean).join('\n');
}
