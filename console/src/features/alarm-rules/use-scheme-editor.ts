import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import { errors } from '@fleetwarden/contract/errors';
import type { FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { NetworkError, Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import type { useConfirm } from '../../ui/use-confirm.tsx';
import { NO_TARGETS, type SchemeValues, type Targets } from './scheme-values.ts';
import { showRefused } from './show-refused.ts';
import type { SchemeTab } from './use-scheme-url.ts';
import { writeScheme } from './write-scheme.ts';

const FAILED_SECONDS = 3;

export type EditedScheme = {
  readonly code: RuleCode;
  /** null: a new scheme. */
  readonly scheme: Scheme | null;
  /** Initial values of the form. */
  readonly begin: SchemeValues;
  /** Reports whether there are unsaved changes. */
  readonly onDirty: (dirty: boolean) => void;
  readonly onSaved: (id: string) => void;
  readonly onRemoved: () => void;
  readonly onReload: () => Promise<unknown>;
};

type FormAccess = {
  readonly mayEdit: boolean;
  readonly mayAssign: boolean;
  readonly form: FormInstance<SchemeValues>;
  /** Stored targets; undefined while they are not loaded. */
  readonly targets: Targets | undefined;
  readonly confirm: ReturnType<typeof useConfirm>[0];
  readonly openTab: (tab: SchemeTab) => void;
};

/** Saves, discards and removes the scheme of a form, and knows whether the form has unsaved changes. */
export function useSchemeEditor(edited: EditedScheme, access: FormAccess) {
  const { code, scheme, begin, onDirty, onSaved, onRemoved, onReload } = edited;
  const { mayEdit, mayAssign, form, targets, confirm, openTab } = access;
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [targetProblem, setTargetProblem] = useState<string | null>(null);
  /** The unsaved changes were saved or discarded, so the form may be left. */
  const released = useRef(false);

  function setClean(clean: boolean) {
    setDirty(!clean);
    onDirty(!clean);
  }
  function release() {
    released.current = true;
    setClean(true);
  }
  function markChanged() {
    released.current = false;
    setTargetProblem(null);
    setClean(false);
  }
  function discard() {
    released.current = true;
    form.resetFields();
    setTargetProblem(null);
    setClean(true);
  }

  async function save() {
    if (busy) return;
    const filled = form.getFieldsValue(true) as SchemeValues;
    const known = targets ?? NO_TARGETS;
    const chosen = { cars: filled.cars ?? known.cars, depts: filled.depts ?? known.depts };
    if (scheme === null && chosen.cars.length + chosen.depts.length === 0) {
      setTargetProblem(t('warnScheme.noTarget'));
      return openTab('targets');
    }
    setBusy(true);
    try {
      const id = await writeScheme({ code, scheme, begin, mayEdit, mayAssign }, filled, known, chosen);
      notify('success', t('resource.saved'));
      release();
      onSaved(id);
    } catch (failure) {
      await showFailure(failure);
    } finally {
      setBusy(false);
    }
  }

  async function showFailure(failure: unknown) {
    if (failure instanceof Refusal && failure.code === errors.staleVersion.code) {
      const question = { title: t('resource.stale'), content: t('resource.staleHint'), okText: t('resource.reload') };
      if (!(await confirm(question))) return;
      discard();
      await onReload();
    } else if (failure instanceof Refusal && failure.fields.length > 0) {
      const shown = showRefused(t, form, failure);
      setTargetProblem(shown.targets);
      if (shown.tab) openTab(shown.tab);
      if (shown.rest.length > 0) notify('error', shown.rest.join('\n'), FAILED_SECONDS);
    } else if (failure instanceof Refusal || failure instanceof NetworkError) notify('error', failure.message, FAILED_SECONDS);
  }

  async function remove() {
    const name = scheme?.schemeName ?? '';
    const title = t('resource.removeOne', { name });
    const sure = await confirm({ title, content: t('warnScheme.removeHint'), okText: t('resource.remove'), danger: true });
    if (!sure || !scheme) return;
    const done = await call(alarmRulesCalls.delScheme, { schemeType: code, ids: [scheme.id] }).catch(() => null);
    if (!done) return;
    notify('success', t('resource.removed', { count: done.removed }));
    release();
    onRemoved();
  }

  return { dirty, busy, targetProblem, released, markChanged, save, discard, remove };
}
