/** Creates the data folders that stories copy. `npm test` does it while other tests run; stories create those that are missing. */
import { cleanUpAtExit } from '../e2e/support/data-dir.ts';
import { makeTemplate, TEMPLATES } from '../e2e/support/templates.ts';

cleanUpAtExit();
for (const name of TEMPLATES) await makeTemplate(name);
