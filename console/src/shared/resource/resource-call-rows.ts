import type { CallRow } from 'virtual:calls';
import type { CallOf } from '@fleetwarden/contract/call';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Exported } from '../../ui/table/table-actions.ts';
import type { ToldRecord } from './import-file.ts';
import type { ResourceRecord, ResourceValues } from './resource-record.ts';

type Format = 'xlsx' | 'csv';
type Data = Readonly<Record<string, unknown>>;
type Upload = CallOf<Readonly<Record<never, never>>, { readonly taskId: string }> & {
  readonly upload: { readonly maxBytes: number };
};

/** Reply to a new record: its id, and what is told of it once (Resource.toldOnce). */
export type Added = { readonly id: string } & Readonly<Record<string, string | undefined>>;

/** The size of an import file, as the server has it. */
const IMPORT_BYTES = 20 * 1024 * 1024;

/**
 * The calls of a resource as the client sends them: paths and types of what contract/resources/resource-calls.ts makes with its schemas,
 * which only the server needs. Which of them there are is said by `can`.
 */
export function resourceCallRows({ path, noun }: Pick<Resource, 'path' | 'noun'>) {
  const post = (name: string) => ({ method: 'POST', path: `${path}/${name}` }) as const;
  const read = (name: string) => ({ ...post(name), read: true }) as const;
  return {
    list: { ...read(`list${noun}`), paged: true } as CallRow<CallOf<Data, { readonly list: readonly ResourceRecord[] }>>,
    get: read(`get${noun}`) as CallRow<CallOf<{ readonly id: string }, ResourceRecord>>,
    add: post(`add${noun}`) as CallRow<CallOf<{ readonly values: ResourceValues }, Added>>,
    edit: post(`edit${noun}`) as CallRow<
      CallOf<{ readonly id: string; readonly version: number; readonly values: ResourceValues }, { readonly id: string }>
    >,
    remove: post(`del${noun}`) as CallRow<
      CallOf<{ readonly ids: readonly string[]; readonly reason?: string }, { readonly removed: number }>
    >,
    batch: post(`batch${noun}`) as CallRow<
      CallOf<{ readonly ids: readonly string[]; readonly values: ResourceValues }, { readonly changed: number }>
    >,
    export: post(`export${noun}`) as CallRow<CallOf<Data, Exported>>,
    import: { ...post(`import${noun}`), upload: { maxBytes: IMPORT_BYTES } } as CallRow<Upload>,
    apply: post(`apply${noun}Import`) as CallRow<
      CallOf<{ readonly taskId: string; readonly mode: 'all' | 'good' }, { readonly taskId: string; readonly key?: string }>
    >,
    tell: post(`tell${noun}Import`) as CallRow<
      CallOf<{ readonly taskId: string; readonly key: string }, { readonly list: readonly ToldRecord[] }>
    >,
    template: post(`get${noun}Template`) as CallRow<CallOf<{ readonly format: Format }, { readonly url: string }>>,
  };
}

export type ResourceCallRows = ReturnType<typeof resourceCallRows>;
