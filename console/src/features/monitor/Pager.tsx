import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './drawer/Drawer.module.css';

/** Specification 9: 20 per page for selected targets; other lists of the drawer use the same. */
export const PAGE_SIZE = 20;

/** Shows the visible range and the page buttons. The first page is 1. `more`: there are more rows than the total. */
export function Pager(props: { page: number; total: number; more?: boolean; onPage: (page: number) => void }) {
  const { page, total, more = false, onPage } = props;
  const { t, i18n } = useTranslation();
  if (total <= PAGE_SIZE && page === 1) return null;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const say = (value: number) => formatNumber(i18n.language, value);
  const range = {
    from: say(Math.min((page - 1) * PAGE_SIZE + 1, total)),
    to: say(Math.min(page * PAGE_SIZE, total)),
    total: `${say(total)}${more ? '+' : ''}`,
  };
  return (
    <div className={styles['pager']}>
      <IconButton label={t('drawer.previous')} icon={<LeftOutlined />} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span role="status">{t('drawer.range', range)}</span>
      <IconButton label={t('drawer.next')} icon={<RightOutlined />} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </div>
  );
}
