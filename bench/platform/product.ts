import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE_PATH } from '@fleetwarden/contract/call';
import { type Product, startProduct } from '../../e2e/support/product.ts';
import { buildProduct } from '../../scripts/product-build.ts';
import { type Db, openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { fillFleet, type Size, signedIn, type Tokens } from './fleet.ts';
import { processorMs } from './machine.ts';

const SECRET_KEY = 'a key of a benchmark, thirty-two!';

type Reply = {
  readonly code: string;
  readonly msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks look into replies as they come
  readonly data: any;
  readonly pageModel?: { readonly total: number };
};

export type Bench = {
  readonly product: Product;
  readonly folder: string;
  /** Processor time of the product and its database so far, ms. */
  readonly busyMs: () => number;
  readonly tokens: Tokens;
  readonly db: Db;
  /** Makes a call. Throws where it is refused. */
  call(token: string, path: string, data?: object, page?: { readonly page: number; readonly limit: number }): Promise<Reply>;
  /** Makes a call that brings a file. */
  upload(token: string, path: string, file: File): Promise<Reply>;
};

/**
 * The product as a process of its own over a company of that size, on a database that lasts as long as the work. `prepare` adds to the
 * company before the product starts.
 */
export async function withProduct(
  size: Size,
  work: (bench: Bench) => Promise<void>,
  prepare: (db: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  await buildProduct();
  const folder = mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ dataDir: join(folder, 'database') });
  const { host, user, database } = embedded.connection;
  const db = openDatabase({ connection: embedded.connection, statementLimitMs: 600_000 });
  let product: Product | undefined;
  try {
    await migrate(db);
    await fillFleet(db, size, SECRET_KEY);
    await prepare(db);
    const tokens = await signedIn(db);
    product = await startProduct(join(folder, 'data'), {
      DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      SECRET_KEY,
    });
    const { url, pid } = product;
    const send = async (path: string, init: RequestInit): Promise<Reply> => {
      const reply = (await (await fetch(`${url}${BASE_PATH}${path}`, init)).json()) as Reply;
      if (reply.code !== '0') throw new Error(`${path}: ${JSON.stringify(reply)}`);
      return reply;
    };
    await work({
      product,
      folder,
      busyMs: () => processorMs([pid, embedded.pid() ?? 0]),
      tokens,
      db,
      call: (token, path, data = {}, page) =>
        send(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: token },
          body: JSON.stringify({ data, ...(page ? { pageModel: page } : {}) }),
        }),
      upload: (token, path, file) => {
        const form = new FormData();
        form.append('data', '{}');
        form.append('file', file, file.name);
        return send(path, { method: 'POST', headers: { authorization: token }, body: form });
      },
    });
  } finally {
    await product?.stop();
    await db.close();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
