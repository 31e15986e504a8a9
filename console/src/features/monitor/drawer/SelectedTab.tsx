import { permission } from '@fleetwarden/contract/permissions';
import { regionSearchCalls } from '@fleetwarden/contract/region-search/routes';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/session.ts';
import { useLive, useViewPart } from '../../../shared/live-context.ts';
import { State } from '../../../ui/States.tsx';
import { exportPositions } from '../export-positions.ts';
import { selectVehicles, useSelectedVehicles } from '../selected-vehicles.ts';
import { sendMessageTo, targetOf } from '../vehicle-actions.tsx';
import styles from './Drawer.module.css';
import { PagedTable } from './PagedTable.tsx';
import { useEachSecond } from './use-each-second.ts';
import { usePaged } from './use-paged.ts';
import { vehicleColumns } from './vehicle-columns.tsx';
import { lineNow } from './vehicle-line.ts';

/** The vehicles found by a map search, in their current state. */
export function SelectedTab({ onLocate }: { onLocate: (tid: string) => void }) {
  const { t } = useTranslation();
  const { targIds } = useSelectedVehicles();
  return targIds.length === 0 ? (
    <State title={t('drawer.nothingSelected')} />
  ) : (
    <Selected targIds={targIds} onLocate={onLocate} />
  );
}

function Selected({ targIds, onLocate }: { targIds: readonly string[]; onLocate: (tid: string) => void }) {
  const { t, i18n } = useTranslation();
  const [maySend, mayExport] = [useMay(permission.sendMessage), useMay(permission.exportPositions)];
  const paged = usePaged('selected', regionSearchCalls.qrySelectedTarg, { targIds: [...targIds] });
  const { store } = useLive();
  useEachSecond(store);
  // they update outside the map's view, too
  useViewPart({ tids: paged.rows.map(({ tid }) => tid) });
  const lines = paged.rows.map((line) => lineNow(store, line));
  const columns = useMemo(() => vehicleColumns(t, i18n.language, onLocate), [t, i18n.language, onLocate]);

  function sendMessage() {
    const rows = targIds.map((tid) => store.rowOf(tid)).filter((row) => row >= 0);
    sendMessageTo(rows.map((row) => targetOf(store, row)));
  }

  return (
    <PagedTable
      label={t('drawer.selected')}
      columns={columns}
      rowKey={({ tid }) => tid}
      paged={{ ...paged, rows: lines }}
      empty={t('drawer.nothingSelected')}
      bar={
        <>
          <button type="button" className={styles['link']} onClick={() => selectVehicles([])}>
            {t('drawer.clear')}
          </button>
          {maySend && (
            <button type="button" className={styles['link']} onClick={sendMessage}>
              {t('vehicleAction.message')}
            </button>
          )}
          {mayExport && (
            <button type="button" className={styles['link']} onClick={() => void exportPositions({ targIds })}>
              {t('drawer.exportPositions')}
            </button>
          )}
        </>
      }
    />
  );
}
