import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';
import { TabBar, type TabBarProps } from './TabBar.tsx';

/** Page header: title, description, views and the primary action. */
export function PageHeader<Key extends string = string>(props: {
  title: string;
  description?: string;
  /** The primary action. */
  action?: ReactNode;
  tabs?: TabBarProps<Key>;
}) {
  const { title, description, action, tabs } = props;
  return (
    <header className={styles['header']}>
      <div className={styles['words']}>
        <h1 className={styles['title']}>{title}</h1>
        {description && <p className={styles['description']}>{description}</p>}
      </div>
      {tabs && <TabBar label={title} look="pills" {...tabs} />}
      {action && <div className={styles['action']}>{action}</div>}
    </header>
  );
}
