import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './BottomDrawer.module.css';
import { IconButton } from './IconButton.tsx';
import { TabBar, type TabBarProps } from './TabBar.tsx';

/** A drawer below a map: 40 px of tabs and, while open, the active panel. */
export function BottomDrawer<Key extends string>(props: {
  label: string;
  tabs: Pick<TabBarProps<Key>, 'items' | 'active' | 'onChange'>;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Right of the tabs. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { label, tabs, open, onOpen, actions, children } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles['drawer']} data-open={open} aria-label={label}>
      <header className={styles['head']}>
        <TabBar label={label} {...tabs} id={id} panel={open ? `${id}-panel` : undefined} />
        <div className={styles['actions']}>
          {actions}
          <IconButton
            label={t(open ? 'drawer.collapse' : 'drawer.expand')}
            icon={open ? <DownOutlined /> : <UpOutlined />}
            expanded={open}
            onClick={() => onOpen(!open)}
          />
        </div>
      </header>
      {open && (
        <div id={`${id}-panel`} className={styles['panel']} role="tabpanel" aria-labelledby={`${id}-${tabs.active}`}>
          {children}
        </div>
      )}
    </section>
  );
}
