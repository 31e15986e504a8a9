import { type ComponentType, useEffect } from 'react';
import { create } from 'zustand';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';

/** Props of a record's drawer: open while rendered. `onSaved` reloads the list. */
export type RecordDrawerProps = { record: ResourceRecord; onSaved: () => void; onClose: () => void };

/** A record drawer for page hooks: the function that opens it, and the component that hosts it. */
export function recordDrawer(Content: ComponentType<RecordDrawerProps>) {
  const useDrawer = create<{ readonly opened: { record: ResourceRecord; tools: PageTools } | null }>(() => ({ opened: null }));
  const close = () => useDrawer.setState({ opened: null });
  return {
    action: (record: ResourceRecord, tools: PageTools, { key, label }: Pick<RowAction, 'key' | 'label'>): RowAction => ({
      key,
      label,
      run: () => useDrawer.setState({ opened: { record, tools } }),
    }),
    Host: () => {
      const opened = useDrawer((state) => state.opened);
      // returning to the page starts without it
      useEffect(() => close, []);
      return opened && <Content key={opened.record.id} record={opened.record} onSaved={opened.tools.refresh} onClose={close} />;
    },
  };
}
