import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** The levels `LOG_LEVEL` takes, from loud to quiet. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

// Fields with these names are redacted, down to two nested objects.
const SECRETS = [
  'password',
  'vPasswd',
  'newPasswd',
  'oldPasswd',
  'token',
  'secret',
  'secretKey',
  'authorization',
  'cookie',
  'authCode',
  'captcha',
  'sign',
];

/** One JSON object per line on stdout, times in UTC. `destination` is for tests. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
  };
  return destination ? pino(options, destination) : pino(options);
}
