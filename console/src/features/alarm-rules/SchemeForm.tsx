import { ruleForms } from 'virtual:rule-forms';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { Form, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { BaseFields } from './BaseFields.tsx';
import { ParamFields } from './params/ParamFields.tsx';
import styles from './Rules.module.css';
import { SchemeEffects } from './SchemeEffects.tsx';
import { SchemeFoot } from './SchemeFoot.tsx';
import { SchemeHead } from './SchemeHead.tsx';
import { SchemeLog } from './SchemeLog.tsx';
import { type SchemeValues, type TryInput, toTryInput } from './scheme-values.ts';
import { findTab } from './show-refused.ts';
import { TargetFields } from './TargetFields.tsx';
import { TryDrawer } from './TryDrawer.tsx';
import type { RuleRights } from './use-rule-rights.ts';
import { type EditedScheme, useSchemeEditor } from './use-scheme-editor.ts';
import { useSchemeTargets } from './use-scheme-targets.ts';
import { getFormKey, SCHEME_TABS, type SchemeTab, useSchemeUrl } from './use-scheme-url.ts';

/** Kinds whose schemes send texts to terminals. */
const SENDS_TEXTS: ReadonlySet<RuleCode> = new Set(['130104', '130105', '130110', '130111']);
/** Tabs that only stored schemes have. */
const STORED: ReadonlySet<SchemeTab> = new Set(['effects', 'log']);

/** Error of antd's forms with invalid fields. */
type Faulty = { readonly errorFields?: readonly { readonly name: (string | number)[] }[] };

export type SchemeFormProps = EditedScheme & {
  /** ID of the scheme that a new one copies. */
  readonly from: string | null;
  readonly rights: RuleRights;
  readonly onCopy: () => void;
  /** Returns to the list; absent where the list is beside the form. */
  readonly onBack: (() => void) | undefined;
};

/** The form of a scheme: tabs of base data, parameters, targets, effects and change log. */
export function SchemeForm(props: SchemeFormProps) {
  const { code, scheme, from, begin, rights, onCopy, onBack } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<SchemeValues>();
  const [confirm, holder] = useConfirm();
  const [{ tab: wanted }, change] = useSchemeUrl();
  const [tried, setTried] = useState<Partial<TryInput> | null>(null);

  const isNew = scheme === null;
  const tabs = SCHEME_TABS.filter((each) => (each !== 'effects' || SENDS_TEXTS.has(code)) && !(isNew && STORED.has(each)));
  const tab = tabs.find((each) => each === wanted) ?? 'base';
  const access = { mayEdit: isNew ? rights.add : rights.edit, mayAssign: isNew ? rights.add : rights.assign };
  const { mayEdit, mayAssign } = access;
  const targets = useSchemeTargets(code, scheme?.id ?? from, tab === 'targets' || (isNew && from !== null));
  const openTab = (next: SchemeTab) => change({ tab: next });

  const { dirty, busy, targetProblem, released, markChanged, save, discard, remove } = useSchemeEditor(props, {
    ...access,
    form,
    targets: targets.data,
    confirm,
    openTab,
  });

  /** Opens the tab of the first invalid field. */
  function openFaulty({ errorFields = [] }: Faulty) {
    const [first] = errorFields;
    if (first) openTab(findTab(first.name));
  }

  async function tryOut() {
    try {
      await form.validateFields();
      setTried(toTryInput(code, form.getFieldsValue(true) as SchemeValues));
    } catch (failure) {
      openFaulty(failure as Faulty);
    }
  }

  const panes = {
    base: <BaseFields code={code} id={scheme?.id} disabled={!mayEdit} />,
    params: <ParamFields params={ruleForms[code].params} code={code} disabled={!mayEdit} />,
    targets: <TargetFields code={code} id={scheme?.id ?? null} targets={targets} mayAssign={mayAssign} problem={targetProblem} />,
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
      <Form<SchemeValues>
        form={form}
        name={`scheme-${code}`}
        className={styles['form']!}
        layout="vertical"
        scrollToFirstError
        initialValues={begin}
        onValuesChange={markChanged}
        onFinish={() => void save()}
        onFinishFailed={openFaulty}
      >
        <Tabs
          className={styles['tabs']!}
          // All tabs must fit on a phone: the overflow button is no tab, and a tab list must contain tabs only.
          tabBarGutter={16}
          activeKey={tab}
          onChange={(next) => openTab(next as SchemeTab)}
          items={tabs.map((key) => ({
            key,
            label: t(`warnScheme.tab_${key}`),
            // saving validates the whole form
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
            released.current || (now.pathname === next.pathname && getFormKey(now.search) === getFormKey(next.search))
          }
          onDiscard={discard}
        />
      )}
      {holder}
    </section>
  );
}
