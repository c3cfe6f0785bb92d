import { afterAll, describe } from 'vitest';
import { walkThroughTests } from '../planning/walk-through.js';
import { analyzerTests } from '../search/analyzer.js';
import { changeOfModelTests } from '../search/change-of-model.js';
import { neighboursTests } from '../search/neighbours.js';
import { reembedTests } from '../search/reembed.js';
import { selectivityTests } from '../search/selectivity.js';
import { withOwnDatabase } from '../setup/own-database.js';

// These tests cannot share the database of the run, because its search indexes are the same for all namespaces. They
// are in one file, since a database costs 20 s of CPU before the first test.
withOwnDatabase((own) => {
  describe('the walk-through of plans', () => {
    walkThroughTests(own);
    afterAll(() => own().empty());
  });
  describe('search under filters that let 0.1, 1, 10 and 100 % through', () => {
    selectivityTests(own);
    afterAll(() => own().empty());
  });
  describe('the words of a namespace beside others', () => {
    neighboursTests(own);
    afterAll(() => own().empty());
  });
  describe('vectors in the graph', () => {
    reembedTests(own);
  });
  describe('the change to another model', () => {
    changeOfModelTests(own);
  });
  describe('the analyzer of the full-text index', () => {
    analyzerTests(own);
  });
});
