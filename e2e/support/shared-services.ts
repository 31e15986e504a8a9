/** Requests of stories to the global set-up: data folders, and the browser of the worker. */
import { inject } from 'vitest';
import { copyFolder, makeDataDir } from './data-dir.ts';
import type { TemplateName } from './templates.ts';

/** An empty data folder for a first start. */
export const newDataDir = (): string => makeDataDir(inject('sharedServices').runPid);

/** A copy of a template: a data folder after a first start. */
export async function copyDataDir(template: TemplateName): Promise<string> {
  const from = await ask(`template/${template}`);
  const dir = newDataDir();
  copyFolder(`${from}/.`, dir);
  return dir;
}

/** The WebSocket endpoint of this worker's browser. */
export const browserEndpoint = (): Promise<string> => ask(`browser/${process.env['VITEST_POOL_ID']}`);

async function ask(path: string): Promise<string> {
  const response = await fetch(`${inject('sharedServices').url}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return text;
}
