import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button, Dropdown, Space } from 'antd';
import { useTranslation } from 'react-i18next';

/** Exports in the first format; others are in a menu. */
export function ExportButton<Format extends string>(props: {
  label: string;
  formats: readonly Format[];
  running: boolean;
  /** Button size; default: small. */
  size?: 'small' | 'medium';
  onExport: (format: Format) => void;
}) {
  const { label, formats, running, size = 'small', onExport } = props;
  const { t } = useTranslation();
  const [usual] = formats;
  if (!usual) return null;
  return (
    <Space.Compact size={size}>
      <Button size={size} icon={<DownloadOutlined />} loading={running} onClick={() => onExport(usual)}>
        {label}
      </Button>
      {formats.length > 1 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: formats.map((format) => ({ key: format, label: t('table.exportAs', { format }) })),
            onClick: ({ key }) => formats.filter((format) => format === key).forEach(onExport),
          }}
        >
          <Button
            size={size}
            icon={<DownOutlined />}
            disabled={running}
            aria-label={t('table.fileFormat')}
            title={t('table.fileFormat')}
          />
        </Dropdown>
      )}
    </Space.Compact>
  );
}
