import { cannotBeForged } from '../../test/context/forging.js';

// One end of a line for each form, in turn; test/context/forging.release-spec.ts tries every end with every form.
cannotBeForged((ends, form) => [ends[form % ends.length] ?? '\n']);
