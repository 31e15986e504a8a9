import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMobile } from '../../hooks/use-mobile.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import styles from './Rules.module.css';
import { RoadList } from './roads/RoadList.tsx';
import { isOfRoads } from './roads/roads.ts';
import { SchemeList, schemeTable } from './SchemeList.tsx';
import { SchemePanel } from './SchemePanel.tsx';
import { useRuleRights } from './use-rule-rights.ts';
import { NEW, type RuleView, useSchemeUrl, VIEWS } from './use-scheme-url.ts';

/** A page of alarm rules (screen catalogue 6): schemes of a kind at the left, the open one at the right. */
export function RulePage({ code }: { code: RuleCode }) {
  const { t } = useTranslation();
  const [{ view }, change] = useSchemeUrl();
  const [, setQuery] = useSearchParams();
  const rights = useRuleRights(code);
  const title = t(`warnScheme.kind_${code}`);
  const shown = isOfRoads(code) ? view : 'schemes';
  const tabs = {
    active: shown,
    items: VIEWS.map((key) => ({ key, label: t(`warnScheme.view_${key}`) })),
    // each view has its own filters in the URL
    onChange: (next: RuleView) => setQuery(next === 'roads' ? { view: next } : {}),
  };
  const add = () => change({ scheme: NEW, from: null, tab: 'base' }, false);
  const mayAdd = shown === 'schemes' && rights.add;
  return (
    <AntdProvider>
      <Page>
        <PageHeader<RuleView>
          title={title}
          {...(isOfRoads(code) ? { tabs } : {})}
          {...(mayAdd
            ? {
                action: (
                  <Button type="primary" icon={<PlusOutlined />} onClick={add}>
                    {t('warnScheme.add')}
                  </Button>
                ),
              }
            : {})}
        />
        {isOfRoads(code) && shown === 'roads' ? (
          <RoadList code={code} rights={rights} />
        ) : (
          <Schemes code={code} {...(mayAdd ? { onAdd: add } : {})} />
        )}
      </Page>
    </AntdProvider>
  );
}

/** The list, beside the form of the open scheme; on narrow screens one after the other. */
function Schemes({ code, onAdd }: { code: RuleCode; onAdd?: () => void }) {
  const queries = useQueryClient();
  const mobile = useMobile();
  const rights = useRuleRights(code);
  const [{ scheme, from }, change] = useSchemeUrl();
  const dirty = useRef(false);
  const open = useCallback((id: string) => change({ scheme: id, from: null }, false), [change]);

  function refresh() {
    void queries.invalidateQueries({ queryKey: [TABLE_QUERY, schemeTable(code)] });
    // unsaved input stays; saving detects an outdated version
    if (!dirty.current) void queries.invalidateQueries({ queryKey: ['scheme', code] });
  }

  const list = <SchemeList code={code} rights={rights} open={scheme} onOpen={open} onChanged={refresh} onAdd={onAdd} />;
  const panel =
    scheme === null ? null : (
      <SchemePanel
        key={`${scheme}-${from}`}
        code={code}
        id={scheme}
        from={from}
        rights={rights}
        onDirty={(is) => {
          dirty.current = is;
        }}
        onSaved={(id) => {
          refresh();
          if (id !== scheme) change({ scheme: id, from: null });
        }}
        onRemoved={() => {
          refresh();
          change({ scheme: null, from: null });
        }}
        onCopy={() => change({ scheme: NEW, from: scheme, tab: 'base' }, false)}
        onBack={mobile ? () => change({ scheme: null, from: null }, false) : undefined}
      />
    );
  if (mobile) return panel ?? <div className={styles['whole']}>{list}</div>;
  return (
    <div className={styles['panes']}>
      <div className={styles[panel ? 'list' : 'whole']}>{list}</div>
      {panel}
    </div>
  );
}
