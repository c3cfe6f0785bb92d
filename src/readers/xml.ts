import { SaxesParser } from 'saxes';
import { ReadRefusal } from './blocks.js';

/** The start or end of an element. Names have no namespace prefix. */
export interface Tag {
  readonly name: string;
  /** Attributes by their names without prefix. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface XmlEvents {
  readonly open?: (tag: Tag) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * Walks through an XML document without building a tree. Entities declared in the document are not expanded.
 *
 * @throws ReadRefusal BROKEN if it is not valid XML
 */
export function walkXml(bytes: Uint8Array, { open, text, close }: XmlEvents): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('opentag', ({ name, attributes }) => {
    if (!open) return;
    const local = Object.entries(attributes).map(([key, value]): [string, string] => [localName(key), value]);
    open({ name: localName(name), attributes: Object.fromEntries(local) });
  });
  parser.on('text', (said) => text?.(said));
  parser.on('closetag', ({ name }) => close?.(localName(name)));
  parser.on('error', (error) => {
    throw new ReadRefusal('BROKEN', 'A part of the document is broken XML', { cause: error });
  });
  parser.write(new TextDecoder().decode(bytes)).close();
}

/** The targets of a part's relations, by relation id. */
export function relationsOf(bytes: Uint8Array | undefined): ReadonlyMap<string, { target: string; type: string }> {
  const targets = new Map<string, { target: string; type: string }>();
  if (!bytes) return targets;
  walkXml(bytes, {
    open: ({ name, attributes: { Id = '', Target = '', Type = '' } }) => {
      if (name === 'Relationship') targets.set(Id, { target: Target, type: Type });
    },
  });
  return targets;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
