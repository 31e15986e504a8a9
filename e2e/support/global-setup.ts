/** Serves what the stories of a run share. Each is created at the first request: a single story starts only what it needs. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchBrowser } from './browser-server.ts';
import { cleanUp, cleanUpAtExit } from './data-dir.ts';
import { makeTemplate, type TemplateName } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that serves browsers and templates; the process id in the names of data folders. */
    sharedServices: { readonly url: string; readonly runPid: number };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  cleanUpAtExit();
  const browsers = new Map<string, Promise<BrowserServer>>();
  const templates = new Map<TemplateName, Promise<string>>();
  const once = <K, V>(made: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> => {
    const value = made.get(key) ?? make();
    made.set(key, value);
    return value;
  };
  const server = await serve(async (path) => {
    const [, what, which = ''] = path.split('/');
    // one per worker: a browser draws the maps of all its pages in one process
    if (what === 'browser') return (await once(browsers, which, launchBrowser)).wsEndpoint();
    const name = which as TemplateName;
    return once(templates, name, () => makeTemplate(name));
  });
  const { port } = server.address() as AddressInfo;
  project.provide('sharedServices', { url: `http://127.0.0.1:${port}`, runPid: process.pid });
  return async () => {
    server.closeAllConnections();
    server.close();
    await Promise.allSettled([...browsers.values()].map(async (browser) => (await browser).close()));
    cleanUp('own');
  };
}

async function serve(answer: (path: string) => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request.url ?? '').then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
