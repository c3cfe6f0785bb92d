import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { SeededTime } from '../../src/common/seeded-time.js';
import { TimedOutError } from '../../src/common/errors.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { CHROMIUM, startTestService, type TestService } from '../server/support.js';
import { openBrowser, SOON, watchedPage, type WatchedPage } from './support.js';

// Shows the demo data in the explorer, in a real browser. Each test watches for requests to other hosts and for errors
// of the console.

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Both windows can be sorted, in different ways, and the question does not say which one is open. */
const QUESTION = 'Bring the list into ascending order by its column header';

let service: TestService;
let browser: Browser;
let namespace: string;

beforeAll(async () => {
  service = await startTestService({}, { features: featureModules() });
  if (CHROMIUM !== undefined) browser = await openBrowser();
  namespace = service.namespace;
  const { errors } = await service.graphql('mutation { loadSample { changed } }');
  expect(errors).toEqual([]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await service.close();
});

const address = (path: string, query: Record<string, string> = {}) =>
  `${service.url}${path}?${new URLSearchParams({ namespace, ...query }).toString()}`;

/** Runs a test with a page, and checks that nothing was requested from other hosts and nothing failed. */
async function looking(
  work: (page: Page, watched: WatchedPage) => Promise<void>,
  options?: Parameters<typeof watchedPage>[2],
): Promise<void> {
  const watched = await watchedPage(browser, service.url, options);
  await work(watched.page, watched);
  await watched.page.unrouteAll({ behavior: 'ignoreErrors' });
  await watched.page.close();
  expect(watched.problems).toEqual([]);
}

const refs = (page: Page) =>
  page.locator('.hit').evaluateAll((hits) => hits.map((hit) => hit.getAttribute('data-ref')));

async function latestTask(): Promise<string> {
  const { data } = await service.graphql('{ adaptiveTasks(first: 1) { nodes { id } } }');
  return (data?.['adaptiveTasks'] as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
}

/** Refs of records whose ids differ from load to load, by the names that VIEWS uses. */
async function latestRecords(): Promise<Readonly<Record<string, string>>> {
  const { data } = await service.graphql(`{
    plans(first: 1) { nodes { id } } learnings(first: 1) { nodes { id } } memories(first: 1) { nodes { ref } }
    strategies(prompt: "the first primes", first: 1) { ref } }`);
  const found = data as Record<string, { nodes: { id: string; ref: string }[] }>;
  const planId = found['plans']?.nodes[0]?.id ?? '';
  return {
    task: `task:${await latestTask()}`,
    plan: `plan:${planId}`,
    step: `step:${planId}/0`,
    learning: `learning:${found['learnings']?.nodes[0]?.id ?? ''}`,
    memory: found['memories']?.nodes[0]?.ref ?? '',
    strategy: (found['strategies'] as unknown as { ref: string }[])[0]?.ref ?? '',
  };
}

/** Presses the Tab key until this element is focused, as a user without a mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`150 presses of Tab never came to ${selector}`);
}

describe('the demo data', () => {
  it('goes on loading where the database ran out of time', async () => {
    const graph = service.app.get(GraphService, { strict: false });
    const run = graph.run.bind(graph);
    let looked = 0;
    vi.spyOn(graph, 'run').mockImplementation((statement, ...rest) => {
      // The import looks at its progress before it starts, and before the nodes; the third time, the nodes are there.
      if (statement.name === 'moving/find-import' && ++looked === 3) throw new TimedOutError('too slow');
      return run(statement, ...rest);
    });
    const other = { 'x-namespace': `${namespace}-again` };
    const counts = '{ status { counts { kind count } } plans { totalCount } }';
    expect(await service.graphql('mutation { loadSample { changed } }', {}, other)).toMatchObject({ errors: [] });
    expect(looked).toBeGreaterThan(3);
    const { data } = await service.graphql(counts, {}, other);
    expect(data).toEqual((await service.graphql(counts)).data);
  }, 300_000);

  it('goes on loading its catalog, too', async () => {
    const graph = service.app.get(GraphService, { strict: false });
    const transaction = graph.transaction.bind(graph);
    let refused = 0;
    const spy = vi.spyOn(graph, 'transaction').mockImplementation((...given) => {
      if (SeededTime.current() && refused++ === 0) throw new TimedOutError('too slow');
      return transaction(...given);
    });
    const other = { 'x-namespace': `${namespace}-catalog` };
    const loaded = await service.graphql('mutation { loadSample(catalogOnly: true) { changed } }', {}, other);
    spy.mockRestore();
    expect(loaded).toMatchObject({ errors: [], data: { loadSample: { changed: true } } });
    expect(refused).toBeGreaterThan(1);
    const { data } = await service.graphql('{ status { counts { kind count } } }', {}, other);
    expect(data).toMatchObject({
      status: { counts: expect.arrayContaining([{ kind: 'ITEM', count: 120 }]) as unknown },
    });
  }, 300_000);
});

const HITS = '.hit';
const VIEWS: readonly (readonly [name: string, path: string, query: Record<string, string>, ready: string])[] = [
  ['home', '/', {}, '#misleading-title ~ .table'],
  ['what is asked', '/ask', { q: QUESTION }, HITS],
  ['an item', '/node', { ref: 'item:open_files' }, '.card'],
  ['its trust', '/node', { ref: 'item:open_files', view: 'trust' }, '.chart canvas'],
  ['its graph', '/node', { ref: 'item:open_files', view: 'graph' }, '.graph canvas'],
  ['a fluent', '/node', { ref: 'fluent:MSA/rendezVous' }, '.card'],
  ['versions of a fluent', '/node', { ref: 'fluent:MSA/gap', view: 'versions', version: '2' }, '#diff-title'],
  ['a memory', '/node', { ref: 'memory' }, '.card'],
  ['a strategy', '/node', { ref: 'strategy' }, '.card'],
  ['an entity', '/node', { ref: 'entity:user:jonas' }, '.graph canvas'],
  ['a domain', '/node', { ref: 'domain:MSA' }, '.picture img'],
  ['a plan', '/node', { ref: 'plan' }, '#step-0'],
  ['a step', '/node', { ref: 'step' }, '#step-0'],
  ['a learning', '/node', { ref: 'learning' }, '#learning-title'],
  ['a note', '/node', { ref: 'piece:jonas-pressure' }, '.card'],
  ['a task', '/node', { ref: 'task' }, '.card'],
  ['what may be asked', '/ask', {}, '.card .list'],
];

describe.skipIf(CHROMIUM === undefined)('the demo data in the explorer', () => {
  it('is found, and what comes first says why', () =>
    looking(async (page) => {
      await page.goto(address('/ask'));
      await page.getByRole('searchbox').fill(QUESTION);
      await page.keyboard.press('Enter');
      const first = page.locator(HITS).first();
      await first.waitFor();
      await first.getByText('Why it stands here').click();
      await first.locator('[data-test=arithmetic]').waitFor();
      // The URL of a view shows another user the same view.
      const link = page.url();
      const before = await refs(page);
      await looking(async (other) => {
        await other.goto(link);
        await other.locator(HITS).first().waitFor();
        expect(await refs(other)).toEqual(before);
      });
    }));

  it('is reordered by the report of a failure, and stands as before once that is taken back', () =>
    looking(async (page) => {
      await page.goto(address('/ask', { q: QUESTION, kind: 'ITEM' }));
      await page.locator(HITS).first().waitFor();
      const before = await refs(page);
      await page.locator(HITS).first().getByRole('button', { name: 'This failed' }).click();
      await page.getByLabel(/What happened/).fill('The header did nothing');
      await page.getByRole('button', { name: 'Report the failure' }).click();
      const result = page.locator('[data-test=outcome]');
      await result.waitFor();
      await expect.poll(async () => (await refs(page))[0], SOON).toBe(before[1]);
      await result.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('It was taken back').waitFor();
      await expect.poll(() => refs(page), SOON).toEqual(before);
    }));

  it('shows where the focus is, on whatever is reached by keyboard', () =>
    looking(async (page) => {
      await page.goto(address('/ask', { q: QUESTION }));
      await page.locator(HITS).first().waitFor();
      const marked = new Map<string, boolean>();
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press('Tab');
        const [name, isMarked] = await page.evaluate<[string, boolean]>(`(() => {
          const style = getComputedStyle(document.activeElement);
          return [document.activeElement.tagName, style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1];
        })()`);
        if (name !== 'BODY') marked.set(name, (marked.get(name) ?? true) && isMarked);
      }
      expect(Object.fromEntries(marked)).toEqual({ A: true, BUTTON: true, INPUT: true, SELECT: true, SUMMARY: true });
    }));

  it('shows on a phone all columns of the evidence and of the graph, without scrolling sideways', () =>
    looking(
      async (page) => {
        await page.goto(address('/node', { ref: 'item:open_files', view: 'trust' }));
        const evidence = page.getByRole('region', { name: 'Evidence' });
        const row = evidence.locator('tbody tr').first();
        await row.waitFor();
        for (const cell of await row.locator('td').all()) {
          const box = await cell.boundingBox();
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
        }
        expect(await row.locator('td[data-column]').allInnerTexts()).not.toContain('');
        await page.goto(address('/node', { ref: 'item:open_files', view: 'graph' }));
        await page.locator('.graph canvas').first().waitFor();
        const widths = await page
          .locator('.table')
          .evaluateAll((tables) =>
            (tables as unknown as { scrollWidth: number; clientWidth: number }[]).map(
              ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
            ),
          );
        expect(Math.max(...widths)).toBe(0);
      },
      { viewport: { width: 390, height: 844 } },
    ));

  it('says of a plan how each step turned out, and of a learning what to do instead', () =>
    looking(async (page) => {
      await page.goto(address('/'));
      const waits = page.getByRole('region', { name: 'Needs review' });
      // A decision names what it is about, and leads to it.
      await waits
        .getByRole('link', { name: /step cursor: Nudge this curve/ })
        .first()
        .click();
      const learned = page.getByRole('region', { name: 'What was learned' });
      await learned.getByText('Use the way that works for step cursor in this version.').waitFor();
      await learned.getByRole('link', { name: 'step cursor' }).waitFor();
      await page.goto(address('/node', { ref: (await latestRecords())['plan'] ?? '' }));
      await page.getByText('A plan of an agent').waitFor();
      expect(await page.getByRole('heading', { name: /^Step \d+, .*: (failed|succeeded)/ }).count()).toBeGreaterThan(0);
    }));

  it('is asked, reported on and read by keyboard alone', () =>
    looking(async (page) => {
      await page.goto(address('/'));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await tabTo(page, 'header nav a[href^="/ask"]');
      await page.keyboard.press('Enter');
      await page.getByRole('searchbox').waitFor();
      await tabTo(page, 'input[type=search]');
      await page.keyboard.type(QUESTION);
      await page.keyboard.press('Enter');
      await page.locator(HITS).first().waitFor();
      await tabTo(page, '.hit summary');
      await page.keyboard.press('Enter');
      await page.locator('[data-test=arithmetic]').first().waitFor();
      // The page asks for confirmation first; Escape cancels.
      await tabTo(page, '.hit button');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);
      await page.goto(address('/node', { ref: 'item:open_files', view: 'graph' }));
      await page.locator('.graph canvas').first().waitFor();
      const rows = page.locator('tbody tr');
      const shown = await rows.count();
      await tabTo(page, 'tbody button');
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.count(), SOON).toBeGreaterThan(shown);
    }));

  it('shows how a trust came about, as a chart and as a table', () =>
    looking(async (page) => {
      const { data } = await service.graphql(
        `{ misleading(first: 1) { nodes { knowledge { ref ... on KnowledgeItem { trustHistory(last: 500) { trust } } } } } }`,
      );
      const [worst] = (data?.['misleading'] as { nodes: { knowledge: { ref: string; trustHistory: object[] } }[] })
        .nodes;
      await page.goto(address('/node', { ref: worst?.knowledge.ref ?? '', view: 'trust' }));
      const card = page.getByRole('region', { name: 'Trust over time' });
      await card.locator('canvas').waitFor();
      await card.getByText('Show as a table').click();
      expect(await card.locator('tbody tr').count()).toBe(worst?.knowledge.trustHistory.length);
    }));

  it('shows a change of a trust as it happens', () =>
    looking(async (page) => {
      await page.goto(address('/'));
      const card = page.getByRole('region', { name: 'Most misleading this week' });
      await card.getByText(/^Updated live/).waitFor();
      // As often as what misleads most, so that it is listed.
      const failures = [0, 1, 2, 3].map(
        (n) => `f${n}: attachLearning(input: { itemId: "fit_all", kind: SELF_EXPLORATION, task: "Fit", stepNum: ${n},
          originalAction: { tool_name: "click" }, originalError: "Greyed out", idempotencyKey: "live-${n}" }) { trustAfter }`,
      );
      expect((await service.graphql(`mutation { ${failures.join(' ')} }`)).errors).toEqual([]);
      await card.getByRole('link', { name: 'fit all' }).waitFor();
      await card.getByText(/\d trust scores? ha(s|ve) changed since you opened the page/).waitFor();
    }));

  it.each(VIEWS)('keeps nobody out, in light and dark, at 390 pixels too: %s', async (_, path, asked, ready) => {
    const { ref } = asked;
    const query = ref === undefined ? asked : { ...asked, ref: (await latestRecords())[ref] ?? ref };
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await looking(
        async (page) => {
          await page.addInitScript({ path: AXE });
          await page.goto(address(path, query));
          await page.locator(ready).first().waitFor();
          // A title stands where the ref would be an id, each drawing has a table, and the same can be had elsewhere.
          expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toMatch(/^[a-z]+:|[0-9A-Z]{26}/);
          for (const drawing of await page.locator('.chart, .graph, .picture').all()) {
            const tables = drawing.locator('xpath=ancestor::section[1]').locator('table');
            expect(await tables.count()).toBeGreaterThan(0);
          }
          const elsewhere = page.locator('.elsewhere a[href^="/playground?"]');
          expect(await elsewhere.count()).toBeGreaterThan(0);
          expect(await page.locator('.elsewhere a[href*="cmd=edit"]').count()).toBeGreaterThan(0);
          await page.evaluate('document.querySelectorAll("main details").forEach((one) => { one.open = true; })');
          const { violations } = await page.evaluate<{ violations: { id: string; impact: string }[] }>(
            'axe.run(document, { resultTypes: ["violations"] })',
          );
          expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        },
        { colorScheme, viewport: { width, height: 844 } },
      );
    }
  });

  it.each([
    ['READER', 0, 0],
    ['WRITER', 1, 0],
    ['REVIEWER', 1, 1],
  ])('offers who comes with a key of the role %s what that may', (role, reports, retractions) =>
    looking(async (page) => {
      await page.route('**/graphql', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace('"role":"ADMIN"', `"role":"${role}"`),
        });
      });
      await page.goto(address('/ask', { q: QUESTION }));
      await page.locator(HITS).first().waitFor();
      const offered = await page
        .locator(HITS)
        .first()
        .getByRole('button', { name: /This failed/ })
        .count();
      expect(offered).toBe(reports);
      await page.goto(address('/node', { ref: 'item:open_files', view: 'trust' }));
      const evidence = page.getByRole('region', { name: 'Evidence' });
      await evidence.locator('tbody tr').first().waitFor();
      expect((await evidence.getByRole('button', { name: 'Undo' }).count()) > 0).toBe(retractions > 0);
    }),
  );

  it('leads from a decision that waits to the task that it is about', () =>
    looking(async (page) => {
      await page.goto(address('/'));
      const card = page.getByRole('region', { name: 'Needs review' });
      await card.getByRole('link', { name: 'Write a short summary of the coast-down procedure' }).first().click();
      await page.getByText('waits for a person to judge its last step').waitFor();
      await page.getByRole('heading', { name: /Step \d+: undecided/ }).waitFor();
    }));

  it('keeps the question where the namespace changes', () =>
    looking(async (page) => {
      await page.goto(address('/ask', { q: QUESTION, kind: 'ITEM' }));
      await page.locator(HITS).first().waitFor();
      await page.getByRole('combobox', { name: 'Namespace' }).selectOption(`${namespace}-again`);
      await expect.poll(() => page.url(), SOON).toContain(`namespace=${namespace}-again&q=`);
      await page.locator(HITS).first().waitFor();
    }));

  it('links from a node of any kind to the same in the playground and in Neo4j Browser', async () => {
    const { data } = await service.graphql(`{
      plans(first: 1) { nodes { id } } learnings(first: 1) { nodes { id } } entities(first: 1) { nodes { id } }
      memories(first: 1) { nodes { ref } } strategies(prompt: "the first primes", first: 1) { ref }
      fluent(domain: "MSA", name: "gap") { ref } }`);
    const found = data as Record<string, { nodes: { id: string; ref: string }[] }>;
    const idOf = (list: string) => found[list]?.nodes[0]?.id ?? '';
    const all = [
      `task:${await latestTask()}`,
      'item:open_files',
      'piece:jonas-pressure',
      'domain:MSA',
      `plan:${idOf('plans')}`,
      `step:${idOf('plans')}/0`,
      `learning:${idOf('learnings')}`,
      `entity:${idOf('entities')}`,
      found['memories']?.nodes[0]?.ref ?? '',
      (found['fluent'] as unknown as { ref: string }).ref,
      (found['strategies'] as unknown as { ref: string }[])[0]?.ref ?? '',
    ];
    await looking(async (page) => {
      for (const ref of all) {
        await page.goto(address('/node', { ref }));
        await page.getByText('In the playground and in Neo4j Browser').click();
        const link =
          (await page.getByRole('link', { name: 'Open the statement in Neo4j Browser' }).getAttribute('href')) ?? '';
        const statement = new URL(link).searchParams.get('arg') ?? '';
        expect(statement, ref).toContain(JSON.stringify(namespace));
        expect(statement, ref).toContain(ref.slice(ref.indexOf(':') + 1));
        const playground = await page
          .getByRole('link', { name: 'Open the query in the playground' })
          .getAttribute('href');
        const asked = new URLSearchParams(playground?.split('?')[1]);
        const answer = await service.graphql(
          asked.get('query') ?? '',
          JSON.parse(asked.get('variables') ?? '{}') as object,
        );
        expect(answer.errors, ref).toEqual([]);
      }
    });
  });
});
