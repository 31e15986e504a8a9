import { describe, expect, it } from 'vitest';
import { createLog, type LogLevel } from './log.ts';

function capture(level: LogLevel) {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  return { log, objects: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('the log', () => {
  it('writes one object per line with a time in UTC and the level by name', () => {
    const { log, objects } = capture('info');
    log.info({ port: 6808 }, 'gateway listens');
    log.debug('too quiet to be heard');
    expect(objects()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), port: 6808, msg: 'gateway listens' },
    ]);
  });

  it('never shows a password or a token, at any depth', () => {
    const { log, objects } = capture('trace');
    const secret = 'correct horse';
    log.warn(
      { password: secret, body: { vPasswd: secret, data: { token: secret } }, req: { headers: { authorization: secret } } },
      'x',
    );
    expect(JSON.stringify(objects())).not.toContain(secret);
    expect(JSON.stringify(objects())).toContain('[Redacted]');
  });

  it('contains the message and the stack of an error', () => {
    const { log, objects } = capture('info');
    log.error({ err: new Error('disk full') }, 'export failed');
    expect(objects()[0]).toMatchObject({ level: 'error', err: { message: 'disk full', stack: expect.any(String) } });
  });
});
