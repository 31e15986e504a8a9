import type { ClientRoute, TypesFor } from '@fleetwarden/contract/call';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Exported } from '../../ui/table/table-actions.ts';
import type { SecretRecord } from './import-file.ts';
import type { ResourceRecord, ResourceValues } from './resource-record.ts';

type Format = 'xlsx' | 'csv';
type Data = Readonly<Record<string, unknown>>;
type Upload = ClientRoute<TypesFor<Readonly<Record<never, never>>, { readonly taskId: string }>> & {
  readonly upload: { readonly maxBytes: number };
};

/** Reply to a new record: its ID and one-time secrets (Resource.shownOnce). */
export type Added = { readonly id: string } & Readonly<Record<string, string | undefined>>;

/** The server's limit of an import file. */
const IMPORT_BYTES = 20 * 1024 * 1024;

/**
 * The routes of a resource for the client: paths and types of contract/resources/resource-calls.ts without its schemas. `can`
 * tells which of them exist.
 */
export function resourceCallRows({ path, noun }: Pick<Resource, 'path' | 'noun'>) {
  const post = (name: string) => ({ method: 'POST', path: `${path}/${name}` }) as const;
  const read = (name: string) => ({ ...post(name), read: true }) as const;
  return {
    list: { ...read(`list${noun}`), paged: true } as ClientRoute<TypesFor<Data, { readonly list: readonly ResourceRecord[] }>>,
    get: read(`get${noun}`) as ClientRoute<TypesFor<{ readonly id: string }, ResourceRecord>>,
    option: read(`option${noun}`) as ClientRoute<
      TypesFor<
        { readonly text?: string; readonly ids?: readonly string[] },
        { readonly list: readonly { readonly id: string; readonly name: string }[] }
      >
    >,
    add: post(`add${noun}`) as ClientRoute<TypesFor<{ readonly values: ResourceValues }, Added>>,
    edit: post(`edit${noun}`) as ClientRoute<
      TypesFor<{ readonly id: string; readonly version: number; readonly values: ResourceValues }, { readonly id: string }>
    >,
    remove: post(`del${noun}`) as ClientRoute<
      TypesFor<{ readonly ids: readonly string[]; readonly reason?: string }, { readonly removed: number }>
    >,
    batch: post(`batch${noun}`) as ClientRoute<
      TypesFor<{ readonly ids: readonly string[]; readonly values: ResourceValues }, { readonly changed: number }>
    >,
    export: post(`export${noun}`) as ClientRoute<TypesFor<Data, Exported>>,
    import: { ...post(`import${noun}`), upload: { maxBytes: IMPORT_BYTES } } as Upload,
    apply: post(`apply${noun}Import`) as ClientRoute<
      TypesFor<{ readonly taskId: string; readonly mode: 'all' | 'good' }, { readonly taskId: string; readonly key?: string }>
    >,
    tell: post(`tell${noun}Import`) as ClientRoute<
      TypesFor<{ readonly taskId: string; readonly key: string }, { readonly list: readonly SecretRecord[] }>
    >,
    template: post(`get${noun}Template`) as ClientRoute<TypesFor<{ readonly format: Format }, { readonly url: string }>>,
  };
}

export type ResourceCallRows = ReturnType<typeof resourceCallRows>;
