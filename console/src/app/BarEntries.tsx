import DownOutlined from '@ant-design/icons/DownOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MenuSection } from '../ui/Menu.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { usePreferences } from '../ui/preferences.ts';
import styles from './BarEntries.module.css';
import type { BarEntry, ScreenLinks } from './entries.tsx';
import { useFit } from './use-fit.ts';

type Props = { entries: readonly BarEntry[]; active: string | undefined };

/** The entries in a row: with icons, or their names alone, or the last ones behind a menu. The widest layout that fits. */
export function BarEntries({ entries, active }: Props) {
  const { t, i18n } = useTranslation();
  const outer = useRef<HTMLElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const size = usePreferences(({ settings }) => settings.size);
  const key = [i18n.language, size, ...entries.map((entry) => entry.key)].join();
  // layout 0 has icons, 1 names, each later one an entry less
  const way = useFit(outer, inner, key, Math.max(1, entries.length));
  const shown = entries.slice(0, Math.max(1, entries.length - Math.max(0, way - 1)));
  const rest = entries.slice(shown.length);
  const sectionOf = useScreenSection();
  const restSections = useMenuSections(rest, active);

  return (
    <nav ref={outer} className={styles['entries']} aria-label={t('shell.navigation')}>
      <div ref={inner} className={styles['row']} data-way={way === 0 ? 'full' : 'names'}>
        {shown.map((entry) => {
          const label = t(entry.label);
          const current = entry.key === active;
          if ('to' in entry)
            return (
              <Link
                key={entry.key}
                to={entry.to}
                className={styles['entry']}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
              >
                {entry.icon}
                {label}
              </Link>
            );
          return (
            <MenuButton
              key={entry.key}
              label={label}
              sections={entry.screens.map(sectionOf)}
              align="left"
              hover
              className={styles['entry']}
              current={current}
            >
              {entry.icon}
              {label}
              <DownOutlined className={styles['caret']} aria-hidden />
            </MenuButton>
          );
        })}
        {rest.length > 0 && (
          <MenuButton
            label={t('table.more')}
            sections={restSections}
            hover
            className={styles['entry']}
            current={rest.some((entry) => entry.key === active)}
          >
            {t('table.more')}
            <DownOutlined className={styles['caret']} aria-hidden />
          </MenuButton>
        )}
      </div>
    </nav>
  );
}

/** The entries behind one button, for narrow windows. */
export function BarMenu({ entries, active }: Props) {
  const { t } = useTranslation();
  const sections = useMenuSections(entries, active);
  return (
    <nav className={styles['collapsed']} aria-label={t('shell.navigation')}>
      <MenuButton label={t('shell.navigation')} title={t('shell.navigation')} align="left" sections={sections}>
        <MenuOutlined />
      </MenuButton>
    </nav>
  );
}

/** Entries as a menu: links, then a section per menu of links. */
function useMenuSections(entries: readonly BarEntry[], active: string | undefined): readonly MenuSection[] {
  const { t } = useTranslation();
  const sectionOf = useScreenSection();
  const links = entries.flatMap((entry) =>
    'to' in entry
      ? [{ key: entry.key, label: t(entry.label), icon: entry.icon, to: entry.to, current: entry.key === active }]
      : [],
  );
  const screens = entries.flatMap((entry) => ('screens' in entry ? entry.screens : []));
  return [...(links.length > 0 ? [{ key: 'entries', items: links }] : []), ...screens.map(sectionOf)];
}

function useScreenSection() {
  const { t } = useTranslation();
  return ({ label, links }: ScreenLinks): MenuSection => ({
    key: label,
    label: t(label),
    items: links.map((link) => ({ key: link.to, label: t(link.label), to: link.to })),
  });
}
