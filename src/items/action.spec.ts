import { describe, expect, it } from 'vitest';
import { readAction } from './action.js';

const save = { target: 'Save' };

describe('an action', () => {
  it.each<[string, unknown, string | null, unknown]>([
    ['of a plan', { tool_name: 'Click', tool_arguments: save, reasoning: 'r', kb_source: 'k' }, 'Click', save],
    ['in camel case', { toolName: 'Click', toolArguments: save }, 'Click', save],
    ['with its arguments beside the tool', { tool: 'Click', target: 'Save' }, 'Click', save],
    ['of two fields called action and target', { action: 'click', target: 'Save', reasoning: 'r' }, 'click', save],
    ['of LangChain', { tool: 'Click', tool_input: save, log: 'I click' }, 'Click', save],
    ['of LangChain, as a call', { name: 'Click', args: save, id: 'c1', type: 'tool_call' }, 'Click', save],
    [
      'of OpenAI',
      { id: 'c1', type: 'function', function: { name: 'Click', arguments: '{"target":"Save"}' } },
      'Click',
      save,
    ],
    [
      'of OpenAI, responses',
      { type: 'function_call', call_id: 'c1', name: 'Click', arguments: '{"target":"Save"}' },
      'Click',
      save,
    ],
    [
      'of OpenAI, as a message',
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ function: { name: 'Click', arguments: '{"target":"Save"}' } }],
      },
      'Click',
      save,
    ],
    ['of Anthropic', { type: 'tool_use', id: 't1', name: 'Click', input: save }, 'Click', save],
    [
      'of Anthropic, as a message',
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I click' },
          { type: 'tool_use', name: 'Click', input: save },
        ],
      },
      'Click',
      save,
    ],
    ['of a computer', { action: 'left_click', coordinate: [1, 2] }, 'left_click', { coordinate: [1, 2] }],
    ['of Gemini', { functionCall: { name: 'Click', args: save } }, 'Click', save],
    ['of MCP', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'Click', arguments: save } }, 'Click', save],
    ['within an action', { action: { tool: 'Click', parameters: save } }, 'Click', save],
    ['whose function is a name', { function: 'Click', parameters: save }, 'Click', save],
    ['whose tool is a record', { tool: { name: 'Click' }, input: save }, 'Click', save],
    ['as text', "click_menu('Save')", "click_menu('Save')", null],
    ['as JSON in text', '{"tool":"Click","target":"Save"}', 'Click', save],
    ['whose arguments are text', { tool: 'Type', input: 'Save' }, 'Type', 'Save'],
    ['without arguments', { tool_name: 'State', tool_arguments: {} }, 'State', null],
    ['without a tool', { tool_name: 7, target: 'Save' }, null, save],
    ['without anything', {}, null, null],
    ['that is nothing', null, null, null],
  ])('%s is read', (_, action, tool, given) => {
    expect(readAction(action)).toEqual({ tool, arguments: given });
  });

  it('ends, however deep it is', () => {
    let action: unknown = { tool: 'Click' };
    for (let level = 0; level < 100; level++) action = { action };
    expect(readAction(action).tool).toBeNull();
  });
});
