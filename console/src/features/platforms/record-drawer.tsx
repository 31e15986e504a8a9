import { type ComponentType, useEffect } from 'react';
import { create } from 'zustand';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';

/** A record's drawer: open while it is drawn. `onSaved` draws the list anew. */
export type RecordDrawerProps = { record: ResourceRecord; onSaved: () => void; onClose: () => void };

/** A drawer of a record, as hooks of a page take it: what opens it, and where it stands. */
export function recordDrawer(Content: ComponentType<RecordDrawerProps>) {
  const useAsked = create<{ readonly asked: { record: ResourceRecord; tools: PageTools } | null }>(() => ({ asked: null }));
  const close = () => useAsked.setState({ asked: null });
  return {
    action: (record: ResourceRecord, tools: PageTools, { key, label }: Pick<RowAction, 'key' | 'label'>): RowAction => ({
      key,
      label,
      run: () => useAsked.setState({ asked: { record, tools } }),
    }),
    Host: () => {
      const asked = useAsked((state) => state.asked);
      // who comes back to the page begins without it
      useEffect(() => close, []);
      return asked && <Content key={asked.record.id} record={asked.record} onSaved={asked.tools.refresh} onClose={close} />;
    },
  };
}
