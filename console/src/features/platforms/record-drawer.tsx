import { type ComponentType, useEffect } from 'react';
import { create } from 'zustand';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';

/** Props of a record's drawer: open while rendered. `onSaved` reloads the list. */
export type RecordDrawerProps = { record: ResourceRecord; onSaved: () => void; onClose: () => void };

/** A record drawer for page hooks: the function that opens it, and the component that hosts it. */
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
      // returning to the page starts without it
      useEffect(() => close, []);
      return asked && <Content key={asked.record.id} record={asked.record} onSaved={asked.tools.refresh} onClose={close} />;
    },
  };
}
