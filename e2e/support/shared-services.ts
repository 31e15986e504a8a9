/** What a story has of the run's global set-up: data folders of its own, and the browser of its worker. */
import { inject } from 'vitest';
import { copyFolder, makeDataDir } from './data-dir.ts';
import type { TemplateName } from './templates.ts';

/** An empty data folder, for a first start. */
export const newDataDir = (): string => makeDataDir(inject('sharedServices').runPid);

/** A data folder as the product left it after a first start: far sooner there than by a start of its own. */
export async function copyDataDir(template: TemplateName): Promise<string> {
  const from = await ask(`template/${template}`);
  const dir = newDataDir();
  copyFolder(`${from}/.`, dir);
  return dir;
}

/** Where the browser of this worker listens. */
export const browserEndpoint = (): Promise<string> => ask(`browser/${process.env['VITEST_POOL_ID']}`);

async function ask(path: string): Promise<string> {
  const response = await fetch(`${inject('sharedServices').url}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return text;
}
