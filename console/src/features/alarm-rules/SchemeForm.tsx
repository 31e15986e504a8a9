import { ruleForms } from 'virtual:rule-forms';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import { errors } from '@fleetwarden/contract/errors';
import { Form, Tabs } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { NetworkError, Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { BaseFields } from './BaseFields.tsx';
import { ParamFields } from './params/ParamFields.tsx';
import styles from './Rules.module.css';
import { SchemeEffects } from './SchemeEffects.tsx';
import { SchemeFoot } from './SchemeFoot.tsx';
import { SchemeHead } from './SchemeHead.tsx';
import { SchemeLog } from './SchemeLog.tsx';
import { type Filled, NO_TARGETS, type TryInput, triedScheme } from './scheme-values.ts';
import { showRefused, tabOf } from './show-refused.ts';
import { TargetFields } from './TargetFields.tsx';
import { TryDrawer } from './TryDrawer.tsx';
import type { RuleRights } from './use-rule-rights.ts';
import { useSchemeTargets } from './use-scheme-targets.ts';
import { formOf, SCHEME_TABS, type SchemeTab, useSchemeUrl } from './use-scheme-url.ts';
import { writeScheme } from './write-scheme.ts';

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
  const targets = useSchemeTargets(code, scheme?.id ?? from, tab === 'targets' || (isNew && from !== null));
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
      const id = await writeScheme({ code, scheme, begin, mayEdit, mayAssign }, filled, known, chosen);
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
    const done = await call(alarmRulesCalls.delScheme, { schemeType: code, ids: [scheme.id] }).catch(() => null);
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
      <SchemeHead
        code={code}
        scheme={scheme}
        rights={rights}
        onBack={onBack}
        onCopy={onCopy}
        onTry={() => void tryOut()}
        onRemove={() => void remove()}
      />
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
        <SchemeFoot dirty={dirty} isNew={isNew} busy={busy} onDiscard={discard} onSave={() => form.submit()} />
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
