// Imported before a service in whose process a test replaces figures (process.ts).
import { FIGURES } from '../../dist/config/figures.js';

Object.assign(FIGURES, JSON.parse(process.env.TEST_FIGURES));
