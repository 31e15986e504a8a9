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

/** Layouts from wide to narrow: icons with names, names, two-line names, icons with tooltips. */
const WAYS = ['full', 'names', 'lines', 'icons'] as const;

/** Splits a name at the space that balances both halves; scripts without spaces stay whole. */
function halves(name: string): [string, string] {
  const words = name.split(' ');
  const cuts = words.map((_, i): [string, string] => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')]);
  const longest = (cut: [string, string]) => Math.max(cut[0].length, cut[1].length);
  return cuts.reduce((best, cut) => (longest(cut) < longest(best) ? cut : best), [name, '']);
}

function Name({ children }: { children: string }) {
  const [first, second] = halves(children);
  return (
    <span className={styles['name']}>
      <span>{first}</span> <span>{second}</span>
    </span>
  );
}

/** The entries in a row, in the widest layout that fits. */
export function BarEntries({ entries, active }: Props) {
  const { t, i18n } = useTranslation();
  const outer = useRef<HTMLElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const size = usePreferences(({ settings }) => settings.size);
  const key = [i18n.language, size, ...entries.map((entry) => entry.key)].join();
  const way = WAYS[useFit(outer, inner, key, WAYS.length - 1)] ?? 'icons';

  const sectionOf = useScreenSection();

  return (
    <nav ref={outer} className={styles['entries']} aria-label={t('shell.navigation')}>
      <div ref={inner} className={styles['row']} data-way={way}>
        {entries.map((entry) => {
          const label = t(entry.label);
          const current = entry.key === active;
          const title = way === 'icons' ? label : undefined;
          if ('to' in entry)
            return (
              <Link
                key={entry.key}
                to={entry.to}
                className={styles['entry']}
                aria-label={label}
                title={title}
                aria-current={current ? 'page' : undefined}
              >
                {entry.icon}
                <Name>{label}</Name>
              </Link>
            );
          return (
            <MenuButton
              key={entry.key}
              label={label}
              {...(title && { title })}
              sections={entry.screens.map(sectionOf)}
              align="left"
              hover
              className={styles['entry']}
              current={current}
            >
              {entry.icon}
              <Name>{label}</Name>
              <DownOutlined className={styles['caret']} aria-hidden />
            </MenuButton>
          );
        })}
      </div>
    </nav>
  );
}

/** The entries behind one button, for narrow windows. */
export function BarMenu({ entries, active }: Props) {
  const { t } = useTranslation();
  const sectionOf = useScreenSection();
  const links = entries.flatMap((entry) =>
    'to' in entry
      ? [{ key: entry.key, label: t(entry.label), icon: entry.icon, to: entry.to, current: entry.key === active }]
      : [],
  );
  const screens = entries.flatMap((entry) => ('screens' in entry ? entry.screens : []));
  return (
    <nav className={styles['collapsed']} aria-label={t('shell.navigation')}>
      <MenuButton
        label={t('shell.navigation')}
        title={t('shell.navigation')}
        align="left"
        sections={[{ key: 'entries', items: links }, ...screens.map(sectionOf)]}
      >
        <MenuOutlined />
      </MenuButton>
    </nav>
  );
}

function useScreenSection() {
  const { t } = useTranslation();
  return ({ label, links }: ScreenLinks): MenuSection => ({
    key: label,
    label: t(label),
    items: links.map((link) => ({ key: link.to, label: t(link.label), to: link.to })),
  });
}
