import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { Command } from '@fleetwarden/contract/commands/schemas';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { RecorderTable } from '../../shared/recorder/RecorderTable.tsx';
import type { RecorderData } from '../../shared/recorder/recorder-tables.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import type { TableState } from '../../ui/table/use-table-url.ts';

export const RECORDERS = 'messages.recorders';

const COLLECT = '8700';
const ANSWERED = 6;
const BLOCKS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 20, 21] as const;

const loadRows = loadPaged(commandsCalls.listCommand);
const load = (state: TableState, signal: AbortSignal) =>
  loadRows({ ...state, sort: null, filters: { ...state.filters, cmdCode: COLLECT, state: ANSWERED } as never }, signal);

/** The name of a block by its command. */
function blockName(t: TFunction, command: number): string {
  const known = BLOCKS.find((each) => each === command);
  return known === undefined ? String(command) : t(`recorder.block_${known}`);
}
const dataOfCommand = ({ resultData }: Command) => resultData as RecorderData;

/** Data that driving recorders uploaded (0x0700), as tables. */
export function RecorderList() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Command | null>(null);
  const columns = useMemo(() => recorderColumns(t), [t]);
  return (
    <>
      <SearchTable<Command>
        name={RECORDERS}
        label={t('recorder.tab')}
        columns={columns}
        rowKey={({ seqId }) => seqId}
        load={load}
        onOpen={setOpen}
        rowActions={(row) => [{ key: 'show', label: t('recorder.show'), run: () => setOpen(row) }]}
      />
      {open && (
        <DetailDrawer
          open
          size={960}
          title={`${open.carNo} ${blockName(t, dataOfCommand(open).command)}`}
          onClose={() => setOpen(null)}
        >
          <RecorderTable data={dataOfCommand(open)} name={`${open.carNo}-${open.seqId}`} />
        </DetailDrawer>
      )}
    </>
  );
}

const recorderColumns = (t: TFunction): readonly TableColumn<Command>[] => [
  {
    key: 'answeredAt',
    title: t('messages.time'),
    width: 140,
    fixed: 'left',
    search: { kind: 'dateRange' },
    render: ({ answeredAt }) => answeredAt !== null && <TimeCell at={answeredAt} />,
  },
  {
    key: 'carNo',
    title: t('vehicle.carNo'),
    width: 110,
    render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} />,
  },
  { key: 'deptName', title: t('vehicle.deptId'), width: 160 },
  { key: 'block', title: t('recorder.block'), width: 180, render: (row) => blockName(t, dataOfCommand(row).command) },
  { key: 'username', title: t('messages.sender'), width: 110 },
];
