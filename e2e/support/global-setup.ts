/** Serves the data folders that stories copy. Each is created at the first request: a single story waits only for what it needs. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { cleanUp, cleanUpAtExit } from './data-dir.ts';
import { makeTemplate, type TemplateName } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that serves templates; the process id in the names of data folders. */
    sharedServices: { readonly url: string; readonly runPid: number };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  cleanUpAtExit();
  const templates = new Map<TemplateName, Promise<string>>();
  const prepare = (name: TemplateName): Promise<string> => {
    const template = templates.get(name) ?? makeTemplate(name);
    templates.set(name, template);
    return template;
  };
  const server = await serve((path) => prepare(path.slice('/template/'.length) as TemplateName));
  const { port } = server.address() as AddressInfo;
  project.provide('sharedServices', { url: `http://127.0.0.1:${port}`, runPid: process.pid });
  return async () => {
    server.closeAllConnections();
    server.close();
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
