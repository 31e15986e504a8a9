import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PopoverButton } from '../PopoverButton.tsx';
import styles from './ColumnsButton.module.css';

/** The button that opens a table's column settings: visibility and order, with a reset. */
export function ColumnsButton({ onReset, children }: { onReset: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const name = t('table.columns');
  return (
    <PopoverButton
      type="text"
      icon={<SettingOutlined />}
      aria-label={name}
      title={name}
      label={name}
      draw={() => (
        <>
          {children}
          <Button className={styles['reset']!} type="link" size="small" onClick={onReset}>
            {t('table.columnsReset')}
          </Button>
        </>
      )}
    />
  );
}
