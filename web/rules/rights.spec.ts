import { describe, expect, it } from 'vitest';
import { mayWith } from './rights.js';

describe('what the page offers', () => {
  it('is nothing to readers and as long as the role is not known', () => {
    const nothing = { report: false, add: false, retract: false, decide: false };
    expect(mayWith('READER')).toEqual(nothing);
    expect(mayWith(undefined)).toEqual(nothing);
    expect(mayWith('AUDITOR')).toEqual(nothing);
  });

  it('is reports and documents to writers, and taking them back and decisions from reviewers on', () => {
    expect(mayWith('WRITER')).toEqual({ report: true, add: true, retract: false, decide: false });
    expect(mayWith('REVIEWER')).toEqual({ report: true, add: true, retract: true, decide: true });
    expect(mayWith('ADMIN')).toEqual({ report: true, add: true, retract: true, decide: true });
  });
});
