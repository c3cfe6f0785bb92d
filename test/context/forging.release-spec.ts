import { cannotBeForged } from './forging.js';

cannotBeForged((ends) => ends);
