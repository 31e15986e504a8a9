import { encodeBody } from '@fleetwarden/protocol/jt808';
import type { Session } from '../session.ts';
import type { Target } from './target-store.ts';

/** Bodies of 0x8108 that transfers share: a file may have 20 MiB, and many terminals get it at once. */
export class MessageCache {
  readonly #read: (file: string) => Promise<Buffer | undefined>;
  readonly #bodies = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(read: (file: string) => Promise<Buffer | undefined>) {
    this.#read = read;
  }

  /** The message of a target in the revision of its terminal; undefined if the file is gone. */
  get(target: Target, revision: Session['version']): Promise<Uint8Array | undefined> {
    const key = `${target.file} ${revision}`;
    const known = this.#bodies.get(key);
    if (known) return known;
    const body = this.#encode(target, revision);
    this.#bodies.set(key, body);
    // a failure is not cached
    body.catch(() => this.#bodies.delete(key));
    return body;
  }

  /** Forgets all files but these. */
  keepOnly(files: readonly string[]): void {
    const kept = new Set(files);
    for (const key of this.#bodies.keys()) if (!kept.has(key.split(' ')[0]!)) this.#bodies.delete(key);
  }

  async #encode({ file, kind, maker, version }: Target, revision: Session['version']): Promise<Uint8Array | undefined> {
    const data = await this.#read(file);
    return data && encodeBody({ type: 'upgrade', body: { kind, maker, version, data } }, revision);
  }
}
