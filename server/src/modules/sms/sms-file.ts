import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayKey } from '@fleetwarden/domain/business-day';
import { SmsError, type SmsProvider } from './provider.ts';

/** Messages of a day, a JSON object a line. */
const FILE = /^sms-(\d{4}-\d{2}-\d{2})\.jsonl$/;
const UTC = 'UTC';

/** Writes messages to files below `folder` instead of sending them. For demos and tests without a provider. */
export function createSmsFile(folder: string, now: () => number): SmsProvider & { cleanup(before: number): Promise<number> } {
  const pathOf = (ms: number) => join(folder, `sms-${dayKey(ms, UTC)}.jsonl`);
  const read = async (ms: number): Promise<string> =>
    readFile(pathOf(ms), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  return {
    send: async ({ token, mobile, signName, content }) => {
      const line = JSON.stringify({ token, at: new Date(now()).toISOString(), mobile, signName, content });
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await appendFile(pathOf(now()), `${line}\n`, { mode: 0o600 });
      } catch (error) {
        throw new SmsError((error as NodeJS.ErrnoException).code ?? 'file', 'the file cannot be written', 'unknown');
      }
      return token;
    },
    find: async ({ token, sentAt }) => {
      const lines = `${await read(sentAt)}${await read(now())}`;
      return lines.includes(`{"token":"${token}"`) ? { state: 'delivered', at: now(), code: null } : null;
    },
    cleanup: async (before) => {
      const names = await readdir(folder).catch(() => []);
      const old = names.filter((name) => Date.parse(FILE.exec(name)?.[1] ?? '') < before);
      for (const name of old) await rm(join(folder, name), { force: true });
      return old.length;
    },
  };
}
