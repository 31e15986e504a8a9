import { resources as table } from '@fleetwarden/contract/resources';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { resourceCalls } from '@fleetwarden/contract/resources/resource-calls';
import type { Db } from '../db/database.ts';
import type { SignedFiles } from '../files/signed-files.ts';
import type { WriteAudit } from '../http/audit.ts';
import type { Http } from '../http/http.ts';
import type { GetText } from '../http/replies.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { exportTask } from './exports.ts';
import { createFieldEncryption } from './field-encryption.ts';
import { resourceHandlers } from './handlers.ts';
import { importTasks } from './imports.ts';
import type { Scope } from './read.ts';
import { createResourceStore, type Hooks, type ResourceStore } from './resource.ts';
import { transferHandlers } from './transfer.ts';

export type Resources = {
  /** A resource with what is irregular of it; its calls are served. */
  keep(resource: Resource, hooks?: Hooks): ResourceStore;
};

export type ResourcesOptions = {
  readonly db: Db;
  readonly http: Http;
  readonly secretKey: string;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  /** Storage of files that are made during a call. */
  readonly files: Pick<SignedFiles, 'create'>;
  /** Imports and longer exports; their kinds are registered here, before jobs start. */
  readonly tasks: Pick<Tasks, 'register' | 'start' | 'doneOf' | 'takeOut'>;
  readonly getText: GetText;
  /** BUSINESS_TZ: the times in files. */
  readonly timeZone: string;
  readonly audit: WriteAudit;
  /** Most rows of a file by the setting of the platform; undefined: only the limit of all files. */
  readonly exportRows?: (() => Promise<number>) | undefined;
  readonly now?: () => number;
};

export function createResources(options: ResourcesOptions): Resources {
  const { db, http, below, tasks, now = Date.now } = options;
  const encryption = createFieldEncryption(options.secretKey);
  const stores = new Map<string, ResourceStore>();
  const storeOf = (name: string): ResourceStore => {
    const store = stores.get(name);
    if (!store) throw new Error(`no resource named ${name}`);
    return store;
  };
  const kinds = { ...importTasks({ ...options, storeOf, all: table }), export: exportTask({ ...options, storeOf }) };
  tasks.register(kinds.check);
  tasks.register(kinds.apply);
  tasks.register(kinds.export);
  return {
    keep: (resource, hooks = {}) => {
      const store = createResourceStore({ db, resource, hooks, all: table, encryption, below, now });
      stores.set(resource.name, store);
      const handlers = {
        ...resourceHandlers(store, { ...options, all: table }),
        ...transferHandlers(store, { ...options, kinds, now }),
      };
      http.register(resource.name, resourceCalls(resource), handlers as never);
      return store;
    },
  };
}
