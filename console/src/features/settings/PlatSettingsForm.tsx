import type { CallReply } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import { keyedMaps } from '@fleetwarden/contract/settings/map-modes';
import type { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { text, useUrlState } from '../../hooks/use-url-state.ts';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import { LogoField } from './LogoField.tsx';
import { MapKeyTest } from './MapKeyTest.tsx';
import { MediaTest } from './MediaTest.tsx';
import styles from './PlatSettingsPage.module.css';
import { SettingField } from './SettingField.tsx';
import type { ShownTab } from './shown-settings.ts';
import { shownRows, tabsOf } from './shown-settings.ts';
import { useSettingsForm } from './use-settings-form.ts';

const URL_STATE = { tab: text };

const isTestedKey = (key: string): key is 'baiduMapKey' | 'gaodeMapKey' | 'tenxunMapKey' =>
  keyedMaps.some(({ keySetting }) => keySetting === key);

const tabKey = {
  basic: 'settings.tabBasic',
  map: 'settings.tabMap',
  online: 'settings.tabOnline',
  alarm: 'settings.tabAlarm',
  video: 'page.video',
  safety: 'settings.tabSafety',
  data: 'settings.tabData',
  security: 'settings.tabSecurity',
  notice: 'settings.tabNotice',
} as const satisfies Record<ShownTab, string>;

/** The settings of a scope, by tab. `frame` renders the page around them, with a place for the actions. */
export function PlatSettingsForm(props: {
  settings: CallReply<(typeof settingsCalls)['getPlatSetting']>;
  reload: () => Promise<unknown>;
  onLogo: (logoUrl: string) => void;
  frame: (actions: ReactNode, content: ReactNode) => ReactNode;
}) {
  const { settings, reload, onLogo, frame } = props;
  const { deptId, version, values, logoUrl } = settings;
  const { t } = useTranslation();
  const [url, change] = useUrlState(URL_STATE);
  const mayEdit = useMay(permission.editSettings);
  const rows = useMemo(() => shownRows(deptId !== null), [deptId]);
  const tabs = tabsOf(rows);
  const tab = tabs.find((name) => name === url.tab) ?? 'basic';

  const openTab = (name: string) => change({ tab: name });
  const form = useSettingsForm({
    deptId,
    version,
    rows,
    stored: values,
    onSaved: reload,
    onProblems: (keys) => {
      const faulty = rows.filter(({ key }) => keys.includes(key));
      const [first] = faulty;
      if (first && !faulty.some((row) => row.tab === tab)) openTab(first.tab);
    },
  });
  const startAnew = async () => {
    await reload();
    form.discard();
  };

  const actions = mayEdit ? (
    <>
      {form.changes > 0 && (
        <>
          <span className={styles['changed']} role="status">
            {t('settings.changed', { count: form.changes })}
          </span>
          <Button disabled={form.saving} onClick={form.discard}>
            {t('settings.discard')}
          </Button>
        </>
      )}
      <Button type="primary" disabled={form.changes === 0} loading={form.saving} onClick={() => void form.save()}>
        {t('settings.save')}
      </Button>
    </>
  ) : (
    <span className={styles['changed']}>{t('settings.readOnly')}</span>
  );

  const fieldsOf = (name: ShownTab) => (
    <div className={styles['fields']}>
      {name === 'basic' && <LogoField deptId={deptId} logoUrl={logoUrl} disabled={!mayEdit} onSaved={onLogo} />}
      {rows
        .filter((row) => row.tab === name)
        .map((row) => (
          <SettingField
            key={row.key}
            row={row}
            extra={
              mayEdit && isTestedKey(row.key) ? (
                <MapKeyTest deptId={deptId} setting={row.key} typed={form.typed(row.key)} />
              ) : null
            }
            {...form.stateOf(row)}
            ofDepartment={deptId !== null}
            problem={form.problems[row.key]}
            disabled={!mayEdit || form.saving}
            onChange={(value) => form.change(row, value)}
            onLeave={() => form.check(row)}
            onRestore={() => form.restore(row)}
          />
        ))}
      {name === 'safety' && mayEdit && <MediaTest edits={form.edited('evidenceHost', 'evidencePort')} />}
    </div>
  );

  return (
    <>
      {frame(
        actions,
        <>
          <TabBar
            label={t('page.platsettings')}
            id="settings-tab"
            panel="settings-panel"
            items={tabs.map((name) => ({ key: name, label: t(tabKey[name]) }))}
            active={tab}
            onChange={openTab}
          />
          <div id="settings-panel" role="tabpanel" aria-labelledby={`settings-tab-${tab}`}>
            {fieldsOf(tab)}
          </div>
        </>,
      )}
      {form.changes > 0 && (
        <LeaveGuard
          sameForm={(from, to) =>
            from.pathname === to.pathname &&
            new URLSearchParams(from.search).get('dept') === new URLSearchParams(to.search).get('dept')
          }
          onDiscard={form.discard}
        />
      )}
      <Modal
        open={form.stale}
        title={t('settings.staleTitle')}
        okText={t('settings.reload')}
        footer={(_all, { OkBtn }) => <OkBtn />}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        width={400}
        onOk={startAnew}
      >
        {t('settings.staleText')}
      </Modal>
    </>
  );
}
