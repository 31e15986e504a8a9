import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isTerminalAlarm } from './alarms.ts';
import { EVIDENCE_FAULTS, isEvidenceFault } from './evidence/upload-faults.ts';
import { startFleet } from './fleet.ts';
import { parseFleet } from './identity.ts';
import { isMode, MODES } from './modes.ts';
import { sampleFleet } from './sample-fleet.ts';
import { fileMemory, forgetfulMemory } from './state-file.ts';
import { isStreamFault, STREAM_FAULTS } from './video/stream-faults.ts';

const USAGE = `Simulated JT/T 808 terminals.

  node simulator/src/main.ts [options]

  --host <name>            server, 127.0.0.1
  --port <number>          its JT/T 808 port, 6808
  --fleet <file>           JSON array of terminals; - reads it from stdin and ends when stdin does
  --count <number>         so many made-up terminals, without --fleet; 10
  --udp, --mixed           UDP instead of TCP, or one in ten by UDP
  --steady                 never without power or radio
  --mode <name>            how they misbehave: ${Object.keys(MODES).join(', ')}
  --video <name>           how their live video fails: ${Object.keys(STREAM_FAULTS).join(', ')}
  --evidence <name>        how their uploads of files of alarms fail: ${Object.keys(EVIDENCE_FAULTS).join(', ')}
  --incidents              cameras and sensors tell what they see on the road, and terminals have faults
  --raise <kinds>          alarms each of them raises once it is on, by name: emergency,dsmFatigue
  --files <number>         files that each raised alarm announces; 0
  --interval <seconds>     between two reports on the road, 10
  --parked <seconds>       between two reports standing, 45
  --ramp <per second>      how fast they are switched on, 50
  --history-days <days>    upload so many days of the past first
  --history-rate <per s>   positions a second while doing so, 6000
  --recent-rate <per s>    the same for the newest days, which come first, 6000
  --state <file>           keeps authentication codes and how far the history is
  --report <seconds>       prints what happened so often, as JSON lines; 10, 0 never
`;

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '6808' },
    fleet: { type: 'string' },
    count: { type: 'string', default: '10' },
    udp: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    steady: { type: 'boolean', default: false },
    mode: { type: 'string', default: 'good' },
    video: { type: 'string', default: 'good' },
    evidence: { type: 'string', default: 'good' },
    files: { type: 'string', default: '0' },
    raise: { type: 'string', default: '' },
    incidents: { type: 'boolean', default: false },
    interval: { type: 'string', default: '10' },
    parked: { type: 'string', default: '45' },
    ramp: { type: 'string', default: '50' },
    'history-days': { type: 'string', default: '0' },
    'history-rate': { type: 'string', default: '6000' },
    'recent-rate': { type: 'string', default: '6000' },
    state: { type: 'string' },
    report: { type: 'string', default: '10' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

function number(name: Exclude<keyof typeof values, 'udp' | 'mixed' | 'steady' | 'incidents' | 'help'>, least: number): number {
  const value = Number(values[name]);
  if (!Number.isFinite(value) || value < least) {
    throw new Error(`--${name}: got ${JSON.stringify(values[name])}, takes a number from ${least}`);
  }
  return value;
}

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** The first line of stdin; `ended` is called when the other process closes it. */
function firstLine(ended: () => void): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    let got = false;
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (chunk: string) => {
      if (got) return;
      text += chunk;
      const end = text.indexOf('\n');
      if (end < 0) return;
      got = true;
      resolve(text.slice(0, end));
    });
    process.stdin.on('end', () => (got ? ended() : resolve(text)));
    process.stdin.on('error', ended);
  });
}

/** Kinds of alarms by their names. */
function kinds(text: string, files: number) {
  const names = text.split(',').filter(Boolean);
  return names.map((kind) => {
    if (!isTerminalAlarm(kind)) throw new Error(`--raise: got ${kind}, takes kinds of alarms that terminals tell of`);
    return { kind, files };
  });
}

async function main(): Promise<void> {
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { mode, video, evidence } = values;
  if (!isMode(mode)) throw new Error(`--mode: got ${mode}, takes ${Object.keys(MODES).join(', ')}`);
  if (!isStreamFault(video)) throw new Error(`--video: got ${video}, takes ${Object.keys(STREAM_FAULTS).join(', ')}`);
  if (!isEvidenceFault(evidence))
    throw new Error(`--evidence: got ${evidence}, takes ${Object.keys(EVIDENCE_FAULTS).join(', ')}`);
  let end = () => process.exit(0);
  const text =
    values.fleet === undefined ? null : values.fleet === '-' ? await firstLine(() => end()) : readFileSync(values.fleet, 'utf8');
  const terminals = text === null ? sampleFleet(number('count', 1)) : parseFleet(text);
  const days = number('history-days', 0);
  const fleet = startFleet({
    host: values.host,
    port: number('port', 1),
    terminals,
    steady: values.steady,
    mode,
    video,
    evidence,
    raise: kinds(values.raise, number('files', 0)),
    incidents: values.incidents,
    transport: values.udp ? 'udp' : values.mixed ? 'mixed' : 'tcp',
    movingS: number('interval', 1),
    parkedS: number('parked', 1),
    rampPerSecond: number('ramp', 1),
    memory: values.state === undefined ? forgetfulMemory() : fileMemory(values.state),
    ...(days > 0
      ? {
          history: {
            days,
            rate: number('history-rate', 1),
            recentRate: number('recent-rate', 1),
            onProgress: ({ share, positions, done }) => print({ progress: Math.floor(share * 1000) / 1000, positions, done }),
          },
        }
      : {}),
  });
  const everyS = number('report', 0);
  if (everyS > 0) setInterval(() => print(fleet.counts()), everyS * 1000);
  end = () => {
    fleet.stop();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`simulator: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
