// Makes the command that package.json declares executable. npm does this only when it installs a package, so that
// `npx heartwood` in a clone was refused by the system.
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

chmodSync(fileURLToPath(new URL('../../dist/cli.js', import.meta.url)), 0o755);
