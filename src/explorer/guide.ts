import { cypherFileNames, readCypherFile } from '../graph/statement.js';

const FOLDER = 'explore/';

/** A statement of `cypher/explore` with the texts of its header. */
export interface ExploreStatement {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The map in its `:params` line. */
  readonly parameters: string;
  readonly text: string;
}

/** Ordered by name. */
export function exploreStatements(): ExploreStatement[] {
  return cypherFileNames()
    .filter((name) => name.startsWith(FOLDER))
    .map((name) => {
      const { parameters, text } = readCypherFile(name);
      const lines = text.split('\n');
      const body = lines.findIndex((line) => !line.startsWith('//'));
      const [first = '', ...rest] = lines.slice(0, body).map((line) => line.replace(/^\/\/ ?/, ''));
      return {
        name,
        title: first.slice(first.indexOf(': ') + 2),
        description: rest.join(' '),
        parameters,
        text: lines.slice(body).join('\n').trim(),
      };
    });
}

/**
 * Renders the guide for Neo4j Browser (`:play`): one slide per statement; a click on a block copies it into the editor.
 * Parameters and statement are two blocks, because the Browser draws no graph for several statements at once.
 *
 * @param origin of the service, at which the style and the single slides are
 * @param only name of the one statement to render; all if there is none of this name
 */
export function renderGuide(statements: readonly ExploreStatement[], origin: string, only?: string): string {
  const chosen = statements.find(({ name }) => name === `${FOLDER}${only}`);
  const slides = chosen ? [slide(chosen)] : [welcome(statements, origin), ...statements.map(slide)];
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Heartwood</title></head>
<body>
<article class="guide">
<carousel class="deck container-fluid">
${slides.join('\n')}
</carousel>
</article>
</body>
</html>
`;
}

function welcome(statements: readonly ExploreStatement[], origin: string): string {
  const [first] = statements;
  return `<slide class="row-fluid">
<div class="col-sm-3">
<h3>Heartwood</h3>
<p class="lead">What the service knows, as a graph.</p>
</div>
<div class="col-sm-9">
<p>Every slide has two blocks: its parameters, then its statement. Click a block to put it into the editor, change what you like, and run it.</p>
<p>Everything is kept by namespace. The demo data is in <code>demo</code> (<code>npm run sample</code>); to look into another one, change <code>namespace</code> in the parameters. The statements of this guide only read.</p>
<h4>Load readable captions and colours first</h4>
${block(`:style ${origin}/style.grass`)}
<h4>By question</h4>
<ul>
${questions(statements, origin)}
</ul>
${first ? `<h4>Begin here: ${escape(first.title)}</h4>\n${blocks(first)}` : ''}
<p>On the next slides: ${statements.map((statement) => link(origin, statement.name, statement.title)).join(' · ')}</p>
</div>
</slide>`;
}

/** Common questions, each with the name of the slide that answers it. */
const QUESTIONS: readonly (readonly [question: string, name: string])[] = [
  ['What misleads agents, of every kind?', 'explore/105-what-misleads'],
  ['Why was an agent given something at rank 2?', 'explore/065-why-at-that-rank'],
  ['How often does each agent succeed?', 'explore/066-success-by-agent-and-week'],
  ['What is given, and never used?', 'explore/075-given-and-never-used'],
  ['Which learnings are followed, and do they work?', 'explore/130-learnings-in-use'],
  ['What did we learn this week?', 'explore/125-learned-lately'],
  ['What breaks if this fluent changes?', 'explore/233-what-rests-on-fluent'],
  ['What contradicts what?', 'explore/135-what-contradicts'],
  ['Which notes name this person?', 'explore/181-notes-that-name'],
];

function questions(statements: readonly ExploreStatement[], origin: string): string {
  return QUESTIONS.filter(([, asked]) => statements.some(({ name }) => name === asked))
    .map(([question, name]) => `<li>${link(origin, name, question)}</li>`)
    .join('\n');
}

/** A link that the Browser follows by `:play`. A guide has no links between its slides. */
function link(origin: string, name: string, title: string): string {
  const only = name.slice(FOLDER.length);
  return `<a play-topic="${origin}/guide.html?only=${only}">${escape(title)}</a>`;
}

function slide(statement: ExploreStatement): string {
  return `<slide class="row-fluid">
<div class="col-sm-3">
<h3>${escape(statement.title)}</h3>
<p class="lead">${escape(statement.description)}</p>
<p><small>cypher/${escape(statement.name)}.cypher</small></p>
</div>
<div class="col-sm-9">
${blocks(statement)}
</div>
</slide>`;
}

function blocks({ parameters, text }: ExploreStatement): string {
  return [`:params ${parameters}`, text].map(block).join('\n');
}

function block(code: string): string {
  return `<figure><pre class="pre-scrollable code runnable">${escape(code)}</pre></figure>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
