// node --import …/typescript-in-threads.mjs embed-once.mjs SETTINGS: embeds one text like the service, in a process of
// its own, and prints the length of its vector.
import { register } from 'node:module';

register('../setup/typescript-hooks.mjs', import.meta.url);
const at = new URL('../../src/embedding/', import.meta.url).href;
const { LocalEmbedder } = await import(`${at}local.embedder.ts`);

const embedder = new LocalEmbedder(JSON.parse(process.argv[2]));
const [vector] = await embedder.embed(['open a file']);
await embedder.close();
process.stdout.write(String(vector.length));
