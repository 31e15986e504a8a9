import RightOutlined from '@ant-design/icons/RightOutlined';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './Breadcrumbs.module.css';
import { breadcrumbs, type MenuUser } from './menu.ts';

/** The groups of a page, then the page. */
export function Breadcrumbs({ path, user }: { path: string; user: MenuUser }) {
  const { t } = useTranslation();
  const trail = breadcrumbs(path, user);
  return (
    <nav aria-label={t('bar.breadcrumbs')} className={styles['trail']}>
      <ol>
        {trail.map(({ title, to }, i) => {
          const last = i === trail.length - 1;
          return (
            <li key={title}>
              {i > 0 && <RightOutlined aria-hidden />}
              {to ? <Link to={to}>{t(title)}</Link> : <span aria-current={last ? 'page' : undefined}>{t(title)}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
