/** The product in its own process, as `npm start` runs it, on free ports. It must be built. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'server/dist/main.js');
/** Servers share compiled code. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/fleetwarden/compiled');
const START_LIMIT_MS = 90_000;

export type Product = {
  readonly url: string;
  readonly port: number;
  readonly gatewayPort: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Its output so far. */
  output(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
};

/** Below the ports of outgoing connections, a range for each process of a test run. */
const FIRST_PORT = 20_000;
const RANGES = 12;
/** Of a range, after the port that claims it. */
const PORTS = 999;
let range: Promise<number> | undefined;
let nextPort = 0;

/**
 * The first port for products of this process. The port below it stays taken until the process ends: other processes, and other test runs
 * on the machine, use other ranges.
 */
const findFirstPort = (): Promise<number> => (range ??= claimRange());

async function claimRange(): Promise<number> {
  for (let claim = FIRST_PORT; claim < FIRST_PORT + RANGES * (PORTS + 1); claim += PORTS + 1) {
    const server = await listen(claim);
    server?.unref();
    if (server) return claim + 1;
  }
  throw new Error('all ranges of ports are taken');
}

/** A free TCP port that no other process of tests gets at the same time. */
export async function freePort(): Promise<number> {
  const first = await findFirstPort();
  for (let tries = 0; tries < PORTS; tries++) {
    const port = first + ((process.pid + nextPort++) % PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

/** Ports of consoles that run in this process. */
const consolePorts = new Set<number>();

/** The lowest free one: a browser caches files and compiled scripts by address, so the next product of this process gets the same. */
async function takeConsolePort(): Promise<number> {
  const first = await findFirstPort();
  for (let port = first; port < first + PORTS; port++) {
    if (consolePorts.has(port)) continue;
    consolePorts.add(port);
    if (await isFree(port)) return port;
    consolePorts.delete(port);
  }
  throw new Error('no port is free');
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  await new Promise((done) => (server ? server.close(done) : done(null)));
  return server !== undefined;
}

/** undefined if the port is taken. */
function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(undefined));
    server.listen(port, '127.0.0.1', () => done(server));
  });
}

/** Starts the server with `env` on top of free ports and quiet defaults; resolves once /readyz says so. */
export async function startProduct(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const port = Number(env['PORT'] ?? (await takeConsolePort()));
  const gatewayPort = Number(env['GATEWAY_PORT'] ?? (await freePort()));
  const { child, output, exited } = run({
    PORT: String(port),
    GATEWAY_PORT: String(gatewayPort),
    DATA_DIR: dataDir,
    ...env,
  });
  void exited.then(() => consolePorts.delete(port));
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + START_LIMIT_MS; ; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`the server was not ready in time:\n${output()}`);
    }
    const ready = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    );
    if (ready) break;
  }
  return {
    url,
    port,
    gatewayPort,
    dataDir,
    pid: child.pid ?? 0,
    output,
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Characters of the server's output in an error. */
const MAX_OUTPUT_CHARS = 4_000;

/** The last of its output, for an error. */
export const lastOutput = (product: Product): string => product.output().slice(-MAX_OUTPUT_CHARS);

/** SIGTERM. Throws, with the last output, unless the server stops as it should. */
export async function endProduct(product: Product): Promise<void> {
  const code = await product.stop();
  if (code !== 0) throw new Error(`the server ended with ${code}:\n${lastOutput(product)}`);
}

/** Runs a server that is expected to end; resolves with its exit code and output. */
export async function runToEnd(env: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
  const { child, output, exited } = run({ PORT: '0', GATEWAY_PORT: '0', ...env });
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const code = await exited;
  clearTimeout(limit);
  return { code, output: output() };
}

function run(env: Readonly<Record<string, string>>) {
  let output = '';
  // names the data folder in the command line, for the clean-up of an interrupted run
  const child: ChildProcess = spawn(process.execPath, [MAIN, env['DATA_DIR'] ?? ''], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      HOST: '127.0.0.1',
      DEMO: 'off',
      CAPTCHA: 'off',
      LOG_LEVEL: 'warn',
      REGULATOR_PORT: '0',
      REGULATOR_UPPER_PORT: '0',
      MEDIA_PORT: '0',
      EVIDENCE_PORT: '0',
      FTP_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  // 'close' comes after all output was read
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return { child, output: () => output, exited };
}
