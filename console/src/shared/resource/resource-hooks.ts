import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { ComponentType } from 'react';
import type { BatchAction, RowAction } from '../../ui/table/table-actions.ts';
import type { FieldInputProps } from './FieldInput.tsx';
import type { Added } from './resource-call-rows.ts';
import type { Cells } from './resource-columns.tsx';
import type { ResourceRecord, ResourceValues } from './resource-record.ts';

/** Functions of a page for its hooks. */
export type PageTools = {
  /** Reloads the list. */
  readonly refresh: () => void;
  /** Opens a record's drawer. */
  readonly open: (id: string) => void;
  /** Opens the form of a new record with initial values. */
  readonly add: (values: ResourceValues) => void;
};

/** Custom parts of a resource's page. They must be stable between renders. */
export type ResourceHooks = {
  /** Below the page's name. */
  readonly description?: () => string;
  /** Text of the empty list. */
  readonly empty?: () => string;
  /** Besides edit and delete. */
  readonly rowActions?: (record: ResourceRecord, tools: PageTools) => readonly RowAction[];
  /** Besides batch edit and delete. */
  readonly batchActions?: (tools: PageTools) => readonly BatchAction<ResourceRecord>[];
  /** Copying is a custom action; the form does not offer it. */
  readonly ownCopy?: true;
  /** A record was added; the reply contains its one-time secrets. */
  readonly added?: (reply: Added, values: ResourceValues) => void;
  /** Besides the page's own buttons. */
  readonly Toolbar?: ComponentType<PageTools>;
  /** At the end of the form and the view: Form.Items named by fields, or other content. null: a new record. */
  readonly FormPart?: ComponentType<{ readonly record: ResourceRecord | null; readonly readOnly: boolean }>;
  /** Whether to highlight a row by the page's URL. */
  readonly marks?: (record: ResourceRecord, query: URLSearchParams) => boolean;
  /** Whether a field applies to these values; other fields are hidden and not required. */
  readonly applies?: (key: string, values: ResourceValues) => boolean;
  /** Custom cells by field. */
  readonly cells?: Cells;
  /** Custom form controls by field. */
  readonly widgets?: Readonly<Record<string, ComponentType<FieldInputProps>>>;
};

/** A page of records: its resource and its custom parts. */
export type ResourcePageRow = { readonly resource: Resource; readonly hooks?: ResourceHooks };
