import type { Language } from '@fleetwarden/locale/names';
import { languageNames } from '@fleetwarden/locale/names';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textLoaders } from '../../api/i18n.ts';
import { compareTexts, formatNumber } from '../../ui/format.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { DisplayMaps } from './DisplayMaps.tsx';
import styles from './TextsPage.module.css';
import { TextTable } from './TextTable.tsx';
import type { AllTexts, TextRow } from './text-rows.ts';
import { coverage, filterRows, textRows } from './text-rows.ts';
import { useTextsUrl } from './use-texts-url.ts';

const LANGUAGES = Object.keys(languageNames) as Language[];

async function loadAllTexts(): Promise<TextRow[]> {
  const loaded = await Promise.all(LANGUAGES.map(async (language) => [language, await textLoaders[language]()] as const));
  return textRows(Object.fromEntries(loaded) as AllTexts);
}

/** /i18n/index: all interface texts in four languages, their coverage, and the display maps. */
export function TextsPage() {
  const { t } = useTranslation();
  const [{ tab }, change] = useTextsUrl();
  const panel = useId();
  const texts = useQuery({ queryKey: ['texts'], queryFn: loadAllTexts, staleTime: Number.POSITIVE_INFINITY });

  return (
    <Page>
      <PageHeader
        title={t('page.texts')}
        tabs={{
          active: tab,
          items: [
            { key: 'texts', label: t('texts.tabTexts') },
            { key: 'maps', label: t('texts.tabMaps') },
          ],
          panel,
          onChange: (next) => change({ tab: next }),
        }}
      />
      <div
        role="tabpanel"
        id={panel}
        className={styles['panel']}
        aria-label={t(tab === 'maps' ? 'texts.tabMaps' : 'texts.tabTexts')}
      >
        {tab === 'maps' && <DisplayMaps />}
        {tab === 'texts' && texts.isPending && <SkeletonRows label={t('texts.loading')} rows={12} />}
        {tab === 'texts' && texts.isError && (
          <State
            title={t('texts.failed')}
            live="alert"
            action={{ label: t('common.retry'), onClick: () => void texts.refetch() }}
          />
        )}
        {tab === 'texts' && texts.data && <Texts rows={texts.data} />}
      </div>
    </Page>
  );
}

function Texts({ rows }: { rows: readonly TextRow[] }) {
  const { t, i18n } = useTranslation();
  const [url, change] = useTextsUrl();
  const search = useDeferredValue(url.q);
  const { area, missing, order } = url;

  const areas = useMemo(() => [...new Set(rows.map((row) => row.area))].sort(), [rows]);
  const shown = useMemo(() => {
    const left = filterRows(rows, { search, area, onlyMissing: missing }, LANGUAGES);
    const compare = compareTexts(order === 'key' ? 'en' : order);
    return left.sort((a, b) => compare(a[order], b[order]));
  }, [rows, search, area, missing, order]);
  const clear = () => change({ q: '', area: '', missing: false });

  return (
    <>
      <ul className={styles['coverage']} aria-label={t('texts.coverage')}>
        {LANGUAGES.map((language) => {
          const count = coverage(rows, language);
          const gap = rows.length - count;
          return (
            <li key={language}>
              <span lang={language}>{languageNames[language]}</span>
              <b>
                {formatNumber(i18n.language, count)} / {formatNumber(i18n.language, rows.length)}
              </b>
              <span data-gap={gap > 0 || undefined}>{gap > 0 ? t('texts.missing', { count: gap }) : t('texts.complete')}</span>
            </li>
          );
        })}
      </ul>
      <search className={styles['filters']}>
        <input
          type="search"
          aria-label={t('texts.search')}
          placeholder={t('texts.searchHint')}
          value={url.q}
          onChange={(event) => change({ q: event.target.value })}
        />
        <select aria-label={t('texts.area')} value={area} onChange={(event) => change({ area: event.target.value })}>
          <option value="">
            {t('texts.area')}: {t('texts.allAreas')}
          </option>
          {areas.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <label>
          <input type="checkbox" checked={missing} onChange={(event) => change({ missing: event.target.checked })} />
          {t('texts.onlyMissing')}
        </label>
        <output>{t('texts.found', { count: shown.length })}</output>
      </search>
      {shown.length > 0 ? (
        <TextTable rows={shown} order={order} onOrder={(next) => change({ order: next })} />
      ) : (
        <State title={t('texts.none')} action={{ label: t('texts.clear'), onClick: clear }} />
      )}
    </>
  );
}
