/** Requests of stories to the global set-up: data folders. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { copyFolder } from '../../scripts/scratch-folder.ts';
import { makeDataDir } from './data-dir.ts';
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

/** Not by `fetch`, which gives up after five minutes: on a busy machine a template takes longer. */
async function ask(path: string): Promise<string> {
  const [response] = (await once(get(`${inject('sharedServices').url}/${path}`), 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${answer}`);
  return answer;
}
