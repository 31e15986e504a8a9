import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/session.ts';
import { TakenPhotos } from '../../../shared/commands/TakenPhotos.tsx';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { saveBlob } from '../../../ui/save-text.ts';
import type { SendCommand } from '../use-setup.ts';
import { FoundMedia, type MediaItem } from './FoundMedia.tsx';
import { type Peripheral, PeripheralTable } from './PeripheralTable.tsx';
import { RecorderRecords } from './RecorderRecords.tsx';
import { ResultData } from './ResultData.tsx';
import styles from './Results.module.css';
import type { ResultRow } from './result-rows.ts';

/** Commands that make photos or recordings. */
const TAKES: ReadonlySet<string> = new Set(['8801', '8803', '8804', '8805']);
const RECORDER = '8700';
const SEARCH = '8802';

/** What the terminal of a line answered. */
export function ResultDrawer(props: { row: ResultRow | undefined; send: SendCommand; onClose: () => void }) {
  const { row, send, onClose } = props;
  const { t } = useTranslation();
  return (
    <DetailDrawer
      open={row?.command !== undefined}
      size={720}
      title={row ? t('terminalSetup.answerOf', { plate: row.plate, command: row.what }) : ''}
      onClose={onClose}
    >
      {row?.command && <Answer row={row} command={row.command} send={send} />}
    </DetailDrawer>
  );
}

function Answer({ row, command, send }: { row: ResultRow; command: NonNullable<ResultRow['command']>; send: SendCommand }) {
  const { cmdCode, seqId, targId, resultData } = command;
  if (TAKES.has(cmdCode)) return <TakenPhotos seqId={seqId} targId={targId} />;
  const { items, peripherals, block, stored, ...read } = resultData as {
    readonly items?: readonly MediaItem[];
    readonly peripherals?: readonly Peripheral[];
    readonly block?: string;
    readonly stored?: { readonly records: number };
  };
  if (cmdCode === SEARCH && items) return <FoundMedia items={items} vehicle={row.vehicle} send={send} />;
  if (peripherals) return <PeripheralTable peripherals={peripherals} />;
  if (cmdCode === RECORDER && stored)
    return (
      <div className={styles['answer']}>
        <ResultData data={read} />
        <RecorderRecords seqId={seqId} records={stored.records} />
      </div>
    );
  return (
    <div className={styles['answer']}>
      {cmdCode === RECORDER && block !== undefined && <SaveRaw name={`${row.plate}-${seqId}.VDR`} hex={block} />}
      {/* bytes that were read are for the file only */}
      <ResultData data={cmdCode === RECORDER && 'said' in read ? read : resultData} />
    </div>
  );
}

/** Saves the recorder's data as received. */
function SaveRaw({ name, hex }: { name: string; hex: string }) {
  const { t } = useTranslation();
  const may = useMay('7011310');
  if (!may) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return (
    <p>
      <Button onClick={() => saveBlob(name, new Blob([bytes]))}>{t('terminalSetup.saveRaw')}</Button>
    </p>
  );
}
