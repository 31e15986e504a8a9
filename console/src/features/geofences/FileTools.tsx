import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import styles from './Areas.module.css';
import { ImportAreas } from './ImportAreas.tsx';

const [IMPORT, EXPORT] = ['20305', '20306'] as const;
const FORMATS = [
  { key: 'geojson', name: 'GeoJSON' },
  { key: 'kml', name: 'KML' },
] as const;

/** Import and export of geofences. `ids`: those to export; null: all. */
export function FileTools({ ids, onImported }: { ids: readonly string[] | null; onImported: () => void }) {
  const { t } = useTranslation();
  const rights = useSession((state) => state.rights);
  const [importing, setImporting] = useState(false);
  const write = async (format: 'geojson' | 'kml') => {
    const made = await call(geofencesCalls.exportShapes, { format, ...(ids ? { ids: [...ids] } : {}) }).catch(() => null);
    if (made) window.open(made.url, '_blank', 'noopener');
  };
  return (
    <div className={styles['files']}>
      {rights?.includes(IMPORT) && (
        <Button size="small" icon={<UploadOutlined />} onClick={() => setImporting(true)}>
          {t('geofences.import')}
        </Button>
      )}
      {rights?.includes(EXPORT) && (
        <Dropdown
          trigger={['click']}
          disabled={ids?.length === 0}
          menu={{
            items: FORMATS.map(({ key, name }) => ({ key, label: t('geofences.exportAs', { format: name }) })),
            onClick: ({ key }) => void write(key as 'geojson' | 'kml'),
          }}
        >
          <Button size="small" icon={<DownloadOutlined />}>
            {t('geofences.export')}
          </Button>
        </Dropdown>
      )}
      {importing && (
        <ImportAreas
          onClose={() => setImporting(false)}
          onDone={() => {
            setImporting(false);
            onImported();
          }}
        />
      )}
    </div>
  );
}
