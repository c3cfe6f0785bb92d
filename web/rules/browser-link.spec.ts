import { describe, expect, it } from 'vitest';
import { browserLink, reachableFrom, withParameters } from './browser-link.js';

const FILE = '// explore/x: A\n:params {namespace: "demo"};\nMATCH (n) RETURN n\n';

describe('a statement for Neo4j Browser', () => {
  it('has the parameters of the page, whatever stands in them', () => {
    expect(withParameters(FILE, { namespace: 'a"b', ref: "item:$&'" })).toBe(
      '// explore/x: A\n:params {namespace: "a\\"b", ref: "item:$&\'"};\nMATCH (n) RETURN n\n',
    );
  });

  it('is opened in the editor, at addresses of the web alone', () => {
    const link = browserLink('http://localhost:7474/browser/', 'RETURN 1 & 2');
    expect(link).toBe('http://localhost:7474/browser/?cmd=edit&arg=RETURN+1+%26+2');
    expect(browserLink('javascript:alert(1)', 'RETURN 1')).toBeUndefined();
    expect(browserLink('nowhere', 'RETURN 1')).toBeUndefined();
  });

  it('names the Neo4j Browser of this machine only to pages that were opened on it', () => {
    const browser = 'http://127.0.0.1:7474/browser/';
    expect(reachableFrom('localhost', browser)).toBe(browser);
    expect(reachableFrom('[::1]', browser)).toBe(browser);
    expect(reachableFrom('knowledge.example', browser)).toBeUndefined();
    expect(reachableFrom('127.example', browser)).toBeUndefined();
    expect(reachableFrom('knowledge.example', 'https://graph.example/browser/')).toBe('https://graph.example/browser/');
    expect(reachableFrom('localhost', null)).toBeUndefined();
    expect(reachableFrom('localhost', 'nowhere')).toBeUndefined();
  });
});
