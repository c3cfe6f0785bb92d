/** A query as it can be repeated in a shell, a program or an agent. */
export interface Copied {
  readonly origin: string;
  readonly namespace: string;
  readonly query: string;
  readonly variables: object;
  /** The MCP tool that returns the same, with its arguments. */
  readonly tool: { readonly name: string; readonly arguments: object };
}

export const COPIES: readonly { readonly name: string; readonly write: (asked: Copied) => string }[] = [
  { name: 'curl', write: curl },
  { name: 'TypeScript', write: typeScript },
  { name: 'Python', write: python },
  { name: 'MCP', write: mcp },
];

/** Keys are never copied. This hint says where to insert one. */
const KEY_HINT = 'with API keys also the header authorization: Bearer YOUR_API_KEY';

function curl({ origin, namespace, query, variables }: Copied): string {
  const body = JSON.stringify({ query: flat(query), variables });
  return `# ${KEY_HINT}
curl ${origin}/graphql \\
  -H 'content-type: application/json' \\
  -H ${shellQuoted(`x-namespace: ${namespace}`)} \\
  -d ${shellQuoted(body)}
`;
}

function typeScript({ origin, namespace, query, variables }: Copied): string {
  return `// ${KEY_HINT}
const response = await fetch(${JSON.stringify(`${origin}/graphql`)}, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-namespace': ${JSON.stringify(namespace)} },
  body: JSON.stringify({
    query: ${JSON.stringify(flat(query))},
    variables: ${indented(JSON.stringify(variables, null, 2), 4)},
  }),
});
const { data, errors } = await response.json();
`;
}

function python({ origin, namespace, query, variables }: Copied): string {
  return `# ${KEY_HINT}
import json, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(`${origin}/graphql`)},
    json.dumps({
        "query": ${pythonText(flat(query))},
        "variables": json.loads(${pythonText(JSON.stringify(variables))}),
    }).encode(),
    {"content-type": "application/json", "x-namespace": ${pythonText(namespace)}},
)
answer = json.load(urllib.request.urlopen(request))
`;
}

function mcp({ tool }: Copied): string {
  return `${JSON.stringify({ method: 'tools/call', params: { name: tool.name, arguments: tool.arguments } }, null, 2)}\n`;
}

function flat(query: string): string {
  return query.replace(/\s+/g, ' ').trim();
}

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** JSON escapes are valid in Python, except surrogate pairs, which Python would not combine. */
function pythonText(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007f-\u{10ffff}]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** Converts API arguments to those of the MCP tool: names in snake case, enum values unchanged. */
export function toolArguments(variables: object): object {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]: [string, unknown]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** The words of a question in lower case, so that Lucene reads none of them as an operator. */
export function luceneWords(question: string): string {
  return (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
