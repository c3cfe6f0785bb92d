/** Node colour and text colour, by label. */
const COLOURS: readonly (readonly [label: string, colour: string, text: string])[] = [
  ['Knowledge', '#4C8EDA', '#FFFFFF'],
  ['KnowledgeItem', '#4C8EDA', '#FFFFFF'],
  ['Memory', '#8DCC93', '#1A1B1D'],
  ['Piece', '#57C7E3', '#1A1B1D'],
  ['Message', '#57C7E3', '#1A1B1D'],
  ['Fluent', '#569480', '#FFFFFF'],
  ['Strategy', '#D9C8AE', '#1A1B1D'],
  ['Learning', '#FFC454', '#1A1B1D'],
  ['Evidence', '#F79767', '#1A1B1D'],
  ['Plan', '#C990C0', '#1A1B1D'],
  ['Step', '#DA7194', '#FFFFFF'],
  ['Receipt', '#A5ABB6', '#1A1B1D'],
  ['Task', '#C990C0', '#1A1B1D'],
  ['TaskStep', '#DA7194', '#FFFFFF'],
  ['Version', '#A5ABB6', '#1A1B1D'],
  ['Entity', '#F16667', '#FFFFFF'],
  ['State', '#ECB5C9', '#1A1B1D'],
  ['Domain', '#1A1B1D', '#FFFFFF'],
  ['CheckIn', '#A5ABB6', '#1A1B1D'],
  ['Session', '#A5ABB6', '#1A1B1D'],
  ['Job', '#A5ABB6', '#1A1B1D'],
  ['Change', '#A5ABB6', '#1A1B1D'],
  ['GenerationEvent', '#A5ABB6', '#1A1B1D'],
  ['FluentValue', '#B5D3C7', '#1A1B1D'],
  ['Promotion', '#A5ABB6', '#1A1B1D'],
];

/**
 * Property that Neo4j Browser shows on a node. Searches read the title of a piece or message, which is empty if none
 * was given.
 */
const CAPTION = 'title';
const CAPTION_OF_TEXTS = 'caption';

/**
 * Renders the style (GraSS) that Neo4j Browser loads with `:style`. Without a style the Browser chooses the caption
 * itself, for example the JSON of a plan's settings.
 */
export function renderStyle(): string {
  return [
    "node { diameter: 50px; color: #A5ABB6; border-color: #9AA1AC; border-width: 2px; text-color-internal: #FFFFFF; font-size: 10px; caption: '{title}'; }",
    "relationship { color: #A5ABB6; shaft-width: 1px; font-size: 8px; padding: 3px; text-color-external: #000000; text-color-internal: #FFFFFF; caption: '<type>'; }",
    ...COLOURS.map(([label, colour, text]) => {
      const property = label === 'Piece' || label === 'Message' ? CAPTION_OF_TEXTS : CAPTION;
      return `node.${label} { color: ${colour}; border-color: ${colour}; text-color-internal: ${text}; caption: '{${property}}'; }`;
    }),
    // The caption is the type of the relation, which its author chose.
    "relationship.LINK { caption: '{type}'; }",
    "relationship.WAS_LINK { caption: '{type}'; }",
    '',
  ].join('\n');
}
