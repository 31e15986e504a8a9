import { warnSchemesCalls } from 'virtual:calls/warn-schemes';
import { ruleForms } from 'virtual:rule-forms';
import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { errors } from '@fleetwarden/contract/errors';
import type { RuleCode } from '@fleetwarden/contract/rules/kinds';
import type { Scheme } from '@fleetwarden/contract/warn-schemes';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Tabs } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../ui/api/call.ts';
import { NetworkError, Refusal } from '../../ui/api/client.ts';
import { notify } from '../../ui/feedback.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { BaseFields } from './BaseFields.tsx';
import { ParamFields } from './ParamFields.tsx';
import styles from './Rules.module.css';
import { SchemeEffects } from './SchemeEffects.tsx';
import { SchemeLog } from './SchemeLog.tsx';
import {
  changedTargets,
  type Filled,
  loadTargets,
  NO_TARGETS,
  sentScheme,
  type Targets,
  type TryInput,
  triedScheme,
} from './scheme-values.ts';
import { showRefused, tabOf } from './show-refused.ts';
import { TargetFields } from './TargetFields.tsx';
import { TryDrawer } from './TryDrawer.tsx';
import type { RuleRights } from './use-rule-rights.ts';
import { formOf, SCHEME_TABS, type SchemeTab, useSchemeUrl } from './use-scheme-url.ts';

const FAILED_SECONDS = 3;
/** Kinds whose schemes have texts sent, and what is shown of schemes that are stored alone. */
const SENDS_TEXTS: ReadonlySet<RuleCode> = new Set(['130104', '130105', '130110', '130111']);
const STORED: ReadonlySet<SchemeTab> = new Set(['effects', 'log']);

/** What antd's forms say of fields that are refused. */
type Faulty = { readonly errorFields?: readonly { readonly name: (string | number)[] }[] };

export type SchemeFormProps = {
  readonly code: RuleCode;
  /** null: a new one. */
  readonly scheme: Scheme | null;
  /** The one that a new one is made after. */
  readonly from: string | null;
  readonly begin: Filled;
  readonly rights: RuleRights;
  /** Whether there is something that is not saved. */
  readonly onDirty: (dirty: boolean) => void;
  readonly onSaved: (id: string) => void;
  readonly onRemoved: () => void;
  readonly onCopy: () => void;
  readonly onReload: () => Promise<unknown>;
  /** Leads back to the list, where that does not stand beside. */
  readonly onBack: (() => void) | undefined;
};

/** A scheme in its tabs: what it is called and when it holds, its parameters, what it is for, and who changed what. */
export function SchemeForm(props: SchemeFormProps) {
  const { code, scheme, from, begin, rights, onDirty, onSaved, onRemoved, onCopy, onReload, onBack } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Filled>();
  const [confirm, holder] = useConfirm();
  const [{ tab: wanted }, change] = useSchemeUrl();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [noTarget, setNoTarget] = useState<string | null>(null);
  const [tried, setTried] = useState<Partial<TryInput> | null>(null);
  /** What is left was saved, or is not wanted. */
  const released = useRef(false);

  const isNew = scheme === null;
  const tabs = SCHEME_TABS.filter((each) => (each !== 'effects' || SENDS_TEXTS.has(code)) && !(isNew && STORED.has(each)));
  const tab = tabs.find((each) => each === wanted) ?? 'base';
  const mayEdit = isNew ? rights.add : rights.edit;
  const mayAssign = isNew ? rights.add : rights.assign;
  const targets = useTargets(code, scheme?.id ?? from, tab === 'targets' || (isNew && from !== null));
  const openTab = (next: SchemeTab) => change({ tab: next });

  function setClean(clean: boolean) {
    setDirty(!clean);
    onDirty(!clean);
  }
  function discard() {
    released.current = true;
    form.resetFields();
    setNoTarget(null);
    setClean(true);
  }

  /** Something is wrong: its tab is open. */
  function openFaulty({ errorFields = [] }: Faulty) {
    const [first] = errorFields;
    if (first) openTab(tabOf(first.name));
  }

  async function save() {
    if (busy) return;
    const filled = form.getFieldsValue(true) as Filled;
    const known = targets.data ?? NO_TARGETS;
    const chosen = { cars: filled.cars ?? known.cars, depts: filled.depts ?? known.depts };
    if (isNew && chosen.cars.length + chosen.depts.length === 0) {
      setNoTarget(t('warnScheme.noTarget'));
      return openTab('targets');
    }
    setBusy(true);
    try {
      const id = await write(filled, known, chosen);
      notify('success', t('resource.saved'));
      released.current = true;
      setClean(true);
      onSaved(id);
    } catch (failure) {
      await sayFailure(failure);
    } finally {
      setBusy(false);
    }
  }

  async function write(filled: Filled, known: Targets, chosen: Pick<Targets, 'cars' | 'depts'>): Promise<string> {
    const sent = sentScheme(code, filled);
    const quiet = { quiet: true } as const;
    if (scheme === null) {
      const added = { addCars: chosen.cars.map(({ carId }) => carId), addDepts: [...chosen.depts] };
      return (await call(warnSchemesCalls.saveScheme, { ...sent, ...added }, quiet)).id;
    }
    const { id, version } = scheme;
    const changed = mayAssign ? changedTargets(known, chosen) : null;
    // first, for it leaves the version as it is
    if (changed) await call(warnSchemesCalls.bindTarget, { schemeType: code, id, ...changed }, quiet);
    const edited = JSON.stringify(sentScheme(code, begin)) !== JSON.stringify(sent);
    if (mayEdit && edited) await call(warnSchemesCalls.saveScheme, { ...sent, id, version }, quiet);
    return id;
  }

  async function sayFailure(failure: unknown) {
    if (failure instanceof Refusal && failure.code === errors.staleVersion.code) {
      const question = { title: t('resource.stale'), content: t('resource.staleHint'), okText: t('resource.reload') };
      if (!(await confirm(question))) return;
      discard();
      await onReload();
    } else if (failure instanceof Refusal && failure.fields.length > 0) {
      const told = showRefused(t, form, failure);
      setNoTarget(told.targets);
      if (told.tab) openTab(told.tab);
      if (told.rest.length > 0) notify('error', told.rest.join('\n'), FAILED_SECONDS);
    } else if (failure instanceof Refusal || failure instanceof NetworkError) notify('error', failure.message, FAILED_SECONDS);
  }

  async function tryOut() {
    try {
      await form.validateFields();
      setTried(triedScheme(code, form.getFieldsValue(true) as Filled));
    } catch (failure) {
      openFaulty(failure as Faulty);
    }
  }

  async function remove() {
    const name = scheme?.schemeName ?? '';
    const title = t('resource.removeOne', { name });
    const sure = await confirm({ title, content: t('warnScheme.removeHint'), okText: t('resource.remove'), danger: true });
    if (!sure || !scheme) return;
    const done = await call(warnSchemesCalls.delScheme, { schemeType: code, ids: [scheme.id] }).catch(() => null);
    if (!done) return;
    notify('success', t('resource.removed', { count: done.removed }));
    released.current = true;
    setClean(true);
    onRemoved();
  }

  const panes = {
    base: <BaseFields code={code} id={scheme?.id} disabled={!mayEdit} />,
    params: <ParamFields params={ruleForms[code].params} code={code} disabled={!mayEdit} />,
    targets: <TargetFields code={code} id={scheme?.id ?? null} targets={targets} mayAssign={mayAssign} problem={noTarget} />,
    effects: scheme && <SchemeEffects code={code} id={scheme.id} />,
    log: scheme && <SchemeLog code={code} id={scheme.id} />,
  };
  return (
    <section className={styles['panel']} aria-label={scheme?.schemeName ?? t('warnScheme.newOne')}>
      <header className={styles['head']}>
        {onBack && <IconButton label={t('warnScheme.back')} icon={<ArrowLeftOutlined />} onClick={onBack} />}
        <h2>{scheme?.schemeName ?? t('warnScheme.newOne')}</h2>
        {scheme && <StateWord on={scheme.enabled}>{t(scheme.enabled ? 'warnScheme.on' : 'warnScheme.off')}</StateWord>}
        <div className={styles['actions']}>
          {rights.tryOut && ruleForms[code].tries && (
            <Button size="small" onClick={() => void tryOut()}>
              {t('warnScheme.tryOut')}
            </Button>
          )}
          {scheme && rights.add && (
            <Button size="small" onClick={onCopy}>
              {t('warnScheme.copy')}
            </Button>
          )}
          {scheme && rights.remove && (
            <Button size="small" danger onClick={() => void remove()}>
              {t('resource.remove')}
            </Button>
          )}
        </div>
      </header>
      <Form<Filled>
        form={form}
        name={`scheme-${code}`}
        className={styles['form']!}
        layout="vertical"
        scrollToFirstError
        initialValues={begin}
        onValuesChange={() => {
          released.current = false;
          setNoTarget(null);
          setClean(false);
        }}
        onFinish={() => void save()}
        onFinishFailed={openFaulty}
      >
        <Tabs
          className={styles['tabs']!}
          // all of them fit on a phone: what is left over is no tab, which tab lists must not hold
          tabBarGutter={16}
          activeKey={tab}
          onChange={(next) => openTab(next as SchemeTab)}
          items={tabs.map((key) => ({
            key,
            label: t(`warnScheme.tab_${key}`),
            // all of the form is looked at when it is saved
            forceRender: key === 'base' || key === 'params',
            children: <div className={styles['pane']}>{panes[key]}</div>,
          }))}
        />
      </Form>
      {(mayEdit || mayAssign) && (
        <footer className={styles['foot']}>
          {dirty && <span role="status">{t('warnScheme.unsaved')}</span>}
          {dirty && !isNew && (
            <Button disabled={busy} onClick={discard}>
              {t('form.discard')}
            </Button>
          )}
          <Button type="primary" loading={busy} disabled={!dirty && !isNew} onClick={() => form.submit()}>
            {t('form.save')}
          </Button>
        </footer>
      )}
      {tried && <TryDrawer scheme={tried} code={code} onClose={() => setTried(null)} />}
      {dirty && (
        <LeaveGuard
          sameForm={(now, next) =>
            released.current || (now.pathname === next.pathname && formOf(now.search) === formOf(next.search))
          }
          onDiscard={discard}
        />
      )}
      {holder}
    </section>
  );
}

/** What a scheme is for, once somebody looks at it. */
function useTargets(code: RuleCode, id: string | null, looked: boolean) {
  const [asked, setAsked] = useState(looked);
  if (looked && !asked) setAsked(true);
  return useQuery({
    queryKey: ['scheme', code, id, 'targets'],
    queryFn: ({ signal }) => loadTargets(code, id!, signal),
    enabled: id !== null && asked,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
}
