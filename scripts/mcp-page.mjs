// `npm run mcp-page`: writes the list of tools in docs/mcp.md, from what agents see of them (src/mcp/tools.json).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Pages that say more, by the tool that is listed first of what they tell. */
const MORE = {
  knowledge_context: 'context.md',
  context_outcome: 'credit.md',
  memory_search: 'memory.md',
  knowledge_search: 'search.md',
  document_ingest: 'documents.md',
  kb_planning_prompt: 'kb-learning.md',
  intent_analyze: 'adaptive.md',
  rules_prompt: 'rtec.md',
  knowledge_load: 'knowledge.md',
  session_distill: 'memory.md#distillation',
  conversation_add: 'memory.md#conversations',
  knowledge_review: 'corrections.md#decisions-that-wait-for-a-person',
  evidence_retract: 'corrections.md',
  knowledge_undo: 'versions.md',
};
const TABLE = /^\| profile \| tool \| use \|\n(?:\|.*\n)*/m;

/**
 * @param page the text of docs/mcp.md
 * @param tools the tools as they are listed, with their descriptions
 * @param profiles names of the tools that each profile adds, the loop first
 * @returns the page with the list of these tools: each with the first sentence of its description
 * @throws Error when the page has no list, or a tool of a profile does not exist
 */
export function withTools(page, tools, profiles) {
  if (!TABLE.test(page)) throw new Error('docs/mcp.md has no table "| profile | tool | use |"');
  const links = new Map(Object.entries(MORE));
  const rows = Object.entries(profiles).flatMap(([profile, names]) =>
    names.map((name, place) => {
      const tool = tools.find((each) => each.name === name);
      if (!tool) throw new Error(`There is no tool ${name}`);
      const [sentence] = tool.description.split(/(?<=\.)\s/);
      const link = links.has(name) ? ` ([more](${links.get(name)}))` : '';
      const first = profile === 'loop' ? '`loop`, the default' : `\`${profile}\``;
      return `| ${place === 0 ? first : ''} | \`${name}\` | ${sentence.replaceAll('|', '\\|')}${link} |\n`;
    }),
  );
  return page.replace(TABLE, () => `| profile | tool | use |\n|---|---|---|\n${rows.join('')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { TOOLS_BY_PROFILE } = await import('../dist/mcp/profiles.js');
  const page = new URL('../docs/mcp.md', import.meta.url);
  const tools = JSON.parse(readFileSync(new URL('../src/mcp/tools.json', import.meta.url), 'utf8'));
  writeFileSync(page, withTools(readFileSync(page, 'utf8'), tools, TOOLS_BY_PROFILE));
}
