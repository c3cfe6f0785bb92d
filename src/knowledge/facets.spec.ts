import { describe, expect, it } from 'vitest';
import { applicationToken, facetsOf } from './facets.js';

describe('facetsOf', () => {
  it('hashes the namespace and ends every token in a digit, so that no stemmer touches it', () => {
    expect(facetsOf({ namespace: 'acme', kind: 'ITEM', tokens: [applicationToken('viewer')] })).toEqual([
      'n822b33ad87c148a0a20a5ba7cd5ebcaa68d36a18e7aad165554903f52ca827570',
      'kitem0',
      expect.stringMatching(/^a[0-9a-f]{64}0$/),
    ]);
  });

  it('keeps names apart that share words or stems', () => {
    const tokens = ['acme', 'acme-corp', 'Acme', 'running', 'runs', 'the'].map(
      (namespace) => facetsOf({ namespace, kind: 'ITEM' })[0],
    );
    expect(new Set(tokens).size).toBe(6);
  });
});
