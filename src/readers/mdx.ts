import type { ElementContent, Properties } from 'hast';
import type { Nodes } from 'mdast';
import type {
  MdxFlowExpression,
  MdxjsEsm,
  MdxJsxAttribute,
  MdxJsxFlowElement,
  MdxJsxTextElement,
  MdxTextExpression,
} from 'mdast-util-mdx';
import type { Handlers, State } from 'mdast-util-to-hast';

type JsxElement = MdxJsxFlowElement | MdxJsxTextElement;
type Expression = MdxFlowExpression | MdxTextExpression;

/** Attributes that say how something looks, not what it is. */
const OF_LOOKS = /^(?:class|className|style|key|id|width|height|align|icon|color)$/;

/** Whether a node is an element or expression of MDX. */
export function isMdx(node: Nodes): node is JsxElement | Expression {
  return /^mdx(?:Jsx)?(?:Flow|Text)(?:Element|Expression)$/.test(node.type);
}

/**
 * Turn elements of MDX into those of HTML. One that HTML does not have, a component, becomes a division that begins with
 * its attributes: `<Card title="Setup" limit={30}>` as `title: Setup; limit: 30`.
 */
export const handlers: Handlers = {
  mdxJsxFlowElement: (state: State, node: JsxElement) => elementOf(state, node, 'div', 'p'),
  mdxJsxTextElement: (state: State, node: JsxElement) => elementOf(state, node, 'span', 'span'),
  mdxFlowExpression: (_: State, node: Expression) => told(node, 'p'),
  mdxTextExpression: (_: State, node: Expression) => told(node, 'span'),
};

/** The statements of a block that import nothing. */
export function exportsOf({ data, position, value }: MdxjsEsm, text: string): string {
  const statements = data?.estree?.body ?? [];
  if (!position || statements.every(({ type }) => type !== 'ImportDeclaration')) return value;
  return statements
    .filter(({ type }) => type !== 'ImportDeclaration')
    .map((statement) => {
      const { start, end } = statement as unknown as { start: number; end: number };
      return text.slice(start, end);
    })
    .join('\n');
}

function elementOf(state: State, node: JsxElement, division: string, label: string): ElementContent {
  const children = state.all(node);
  const attributes = node.attributes.filter((attribute): attribute is MdxJsxAttribute => 'name' in attribute);
  if (node.name !== null && /^[a-z][a-z0-9]*$/.test(node.name)) {
    const properties: Properties = Object.fromEntries(
      attributes.map(({ name, value }) => [camel(name), typeof value === 'object' ? value?.value : value ?? true]), // prettier-ignore
    );
    return at(node, { type: 'element', tagName: node.name, properties, children });
  }
  const said = attributes.flatMap((attribute) => {
    const value = valueOf(attribute);
    return value === undefined || OF_LOOKS.test(attribute.name) ? [] : [`${attribute.name}: ${value}`];
  });
  const text = label === 'p' ? said.join('; ') : `${said.join('; ')} `;
  const named: ElementContent[] = said.length === 0 ? [] : [textIn(node, label, text)];
  return at(node, { type: 'element', tagName: division, properties: {}, children: [...named, ...children] });
}

/** The value of an attribute as it is written; undefined if it is a function, an element or nothing. */
function valueOf({ value }: MdxJsxAttribute): string | undefined {
  if (typeof value === 'string') return value;
  const [statement] = value?.data?.estree?.body ?? [];
  if (statement?.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  if (/Function|JSX/.test(expression.type)) return undefined;
  return expression.type === 'Literal' ? String(expression.value) : value?.value;
}

/** What an expression shows: a text, or how it is written; nothing for a comment. */
function told(node: Expression, tagName: string): ElementContent | undefined {
  const [statement] = node.data?.estree?.body ?? [];
  if (statement?.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  return textIn(node, tagName, expression.type === 'Literal' ? String(expression.value) : `{${node.value}}`);
}

function textIn(node: JsxElement | Expression, tagName: string, value: string): ElementContent {
  return at(node, { type: 'element', tagName, properties: {}, children: [{ type: 'text', value }] });
}

function at({ position }: JsxElement | Expression, element: ElementContent): ElementContent {
  return position ? { ...element, position } : element;
}

/** `aria-hidden` as `ariaHidden` */
function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
