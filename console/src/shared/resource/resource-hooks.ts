import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { ComponentType } from 'react';
import type { BatchAction, RowAction } from '../../ui/table/table-actions.ts';
import type { FieldInputProps } from './FieldInput.tsx';
import type { Added } from './resource-call-rows.ts';
import type { Cells } from './resource-columns.tsx';
import type { ResourceRecord, ResourceValues } from './resource-record.ts';

/** What a page can do for its irregular parts. */
export type PageTools = {
  /** Draws the list anew. */
  readonly refresh: () => void;
  /** Opens a record's drawer. */
  readonly open: (id: string) => void;
  /** Opens the form of a new record that begins with these values. */
  readonly add: (values: ResourceValues) => void;
};

/** What is irregular of a resource's page. All of it must be the same at every drawing. */
export type ResourceHooks = {
  /** Under the page's name. */
  readonly description?: () => string;
  /** What its list says while there are no records. */
  readonly empty?: () => string;
  /** Beside editing and deleting. */
  readonly rowActions?: (record: ResourceRecord, tools: PageTools) => readonly RowAction[];
  /** Beside editing and deleting many. */
  readonly batchActions?: (tools: PageTools) => readonly BatchAction<ResourceRecord>[];
  /** Copying is an action of its own: no form is filled after another record. */
  readonly ownCopy?: true;
  /** A record was added: what is told of it once is in the reply. */
  readonly added?: (reply: Added, values: ResourceValues) => void;
  /** Beside the page's own buttons. */
  readonly Toolbar?: ComponentType<PageTools>;
  /** At the end of the form, and of the view: Form.Items named by fields, or what concerns the record. null: a new one. */
  readonly FormPart?: ComponentType<{ readonly record: ResourceRecord | null; readonly readOnly: boolean }>;
  /** Whether a row is the one that whoever opened the page's address was told of. */
  readonly marks?: (record: ResourceRecord, query: URLSearchParams) => boolean;
  /** Whether a field says anything of a record with these values; others are neither asked for nor shown. */
  readonly applies?: (key: string, values: ResourceValues) => boolean;
  /** Draw columns by field. */
  readonly cells?: Cells;
  /** Controls of the form by field. */
  readonly widgets?: Readonly<Record<string, ComponentType<FieldInputProps>>>;
};

/** A page of records: what is kept, and what is irregular of it. */
export type ResourcePageRow = { readonly resource: Resource; readonly hooks?: ResourceHooks };
