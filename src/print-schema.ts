import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { renderSchema } from './server/render-schema.js';
import { featureModules } from './app.module.js';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: print-schema FILE\n');
  process.exit(1);
}
writeFileSync(file, await renderSchema(featureModules()));
