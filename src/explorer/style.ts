/** By label: the property that Neo4j Browser writes into a node, its colour, and the colour of the text on it. */
const CAPTIONS: readonly (readonly [label: string, property: string, colour: string, text: string])[] = [
  ['Knowledge', 'title', '#4C8EDA', '#FFFFFF'],
  ['KnowledgeItem', 'title', '#4C8EDA', '#FFFFFF'],
  ['Memory', 'title', '#8DCC93', '#1A1B1D'],
  ['Piece', 'id', '#57C7E3', '#1A1B1D'],
  ['Fluent', 'id', '#569480', '#FFFFFF'],
  ['Strategy', 'title', '#D9C8AE', '#1A1B1D'],
  ['Learning', 'task', '#FFC454', '#1A1B1D'],
  ['Evidence', 'kind', '#F79767', '#1A1B1D'],
  ['Plan', 'task', '#C990C0', '#1A1B1D'],
  ['Step', 'toolName', '#DA7194', '#FFFFFF'],
  ['Receipt', 'query', '#A5ABB6', '#1A1B1D'],
  ['Task', 'objective', '#C990C0', '#1A1B1D'],
  ['TaskStep', 'num', '#DA7194', '#FFFFFF'],
  ['Version', 'title', '#A5ABB6', '#1A1B1D'],
  ['Rules', 'number', '#A5ABB6', '#1A1B1D'],
  ['Entity', 'label', '#F16667', '#FFFFFF'],
  ['State', 'name', '#ECB5C9', '#1A1B1D'],
  ['Domain', 'name', '#1A1B1D', '#FFFFFF'],
  ['CheckIn', 'id', '#A5ABB6', '#1A1B1D'],
  ['Session', 'id', '#A5ABB6', '#1A1B1D'],
  ['Job', 'status', '#A5ABB6', '#1A1B1D'],
  ['Promotion', 'to', '#A5ABB6', '#1A1B1D'],
];

/**
 * The style (GraSS) that `:style` of Neo4j Browser loads. Without one the Browser picks a property itself, such as the JSON of
 * a plan's settings.
 */
export function renderStyle(): string {
  return [
    "node { diameter: 50px; color: #A5ABB6; border-color: #9AA1AC; border-width: 2px; text-color-internal: #FFFFFF; font-size: 10px; caption: '<id>'; }",
    "relationship { color: #A5ABB6; shaft-width: 1px; font-size: 8px; padding: 3px; text-color-external: #000000; text-color-internal: #FFFFFF; caption: '<type>'; }",
    ...CAPTIONS.map(
      ([label, property, colour, text]) =>
        `node.${label} { color: ${colour}; border-color: ${colour}; text-color-internal: ${text}; caption: '{${property}}'; }`,
    ),
    "relationship.LINK { caption: '{type}'; }",
    '',
  ].join('\n');
}
