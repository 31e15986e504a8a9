import type { Resource } from '@fleetwarden/contract/resource';
import { resourceCalls } from '@fleetwarden/contract/resource-calls';
import { resources as table } from '@fleetwarden/contract/resources';
import type { Db } from '../db/database.ts';
import type { Http } from '../http/http.ts';
import { resourceHandlers } from './handlers.ts';
import type { Scope } from './read.ts';
import { createResourceStore, type Hooks, type ResourceStore } from './resource.ts';
import { createSeal } from './seal.ts';

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
  readonly now?: () => number;
};

export function createResources({ db, http, secretKey, below, now = Date.now }: ResourcesOptions): Resources {
  const seal = createSeal(secretKey);
  return {
    keep: (resource, hooks = {}) => {
      const store = createResourceStore({ db, resource, hooks, all: table, seal, below, now });
      http.register(resource.name, resourceCalls(resource), resourceHandlers(store, below) as never);
      return store;
    },
  };
}
