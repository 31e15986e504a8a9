import { Alert, Button, Drawer, Form } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Refusal } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { NARROW, useMedia } from '../hooks/use-media-query.ts';
import styles from './FormDrawer.module.css';
import layout from './theme/layout.module.css';
import { useConfirm } from './use-confirm.tsx';

/** px, by the number of columns in the form. */
export type DrawerSize = 480 | 720 | 960;

const FIELDS = 'input:not([type="hidden"], [hidden], [readonly], :disabled), textarea:not(:disabled), [role="combobox"]';

/** A drawer from the right, as wide as a narrow window; only its buttons and Escape close it. */
export function DetailDrawer(props: {
  open: boolean;
  title: string;
  size?: DrawerSize;
  onClose: () => void;
  footer?: ReactNode;
  onOpened?: () => void;
  children: ReactNode;
}) {
  const { open, title, size = 480, onClose, footer, onOpened, children } = props;
  const narrow = useMedia(NARROW);
  return (
    <Drawer
      open={open}
      title={title}
      size={narrow ? '100%' : size}
      mask={{ closable: false }}
      destroyOnHidden
      onClose={onClose}
      footer={footer}
      afterOpenChange={(shown) => shown && onOpened?.()}
    >
      {children}
    </Drawer>
  );
}

/**
 * A form in a drawer. `children` are antd `Form.Item`s named by the fields of `Values`. If `onSubmit` rejects, the drawer stays
 * and shows refused fields (4001) under their inputs. `onClose` also follows a submit. Use a new `key` per record. `waiting`
 * replaces the fields while they load. `overPages`: the drawer belongs to no page and leaving a page does not ask.
 */
export function FormDrawer<Values extends object>(props: {
  open: boolean;
  title: string;
  size?: DrawerSize;
  initialValues?: Partial<Values>;
  submitText?: string;
  waiting?: ReactNode;
  overPages?: boolean;
  onSubmit: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { open, title, size = 480, initialValues, submitText, waiting, overPages = false, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [confirm, holder] = useConfirm();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const body = useRef<HTMLDivElement>(null);
  const submitting = useRef(false);

  const isDirty = () => form.isFieldsTouched();
  const mayDiscard = () =>
    confirm({
      title: t('form.unsaved'),
      content: t('form.unsavedHint'),
      okText: t('form.discard'),
      cancelText: t('form.keepEditing'),
      danger: true,
    });

  async function handleClose() {
    if (submitting.current) return;
    if (isDirty() && !(await mayDiscard())) return;
    close();
  }

  function close() {
    setRefused([]);
    onClose();
  }

  function handleOpened() {
    // A user who is already typing keeps the focus.
    if (body.current?.contains(document.activeElement)) return;
    body.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }

  async function handleFinish(values: Values) {
    // The disabled state comes a frame too late for a double click.
    if (submitting.current) return;
    submitting.current = true;
    setBusy(true);
    setRefused([]);
    try {
      await onSubmit(values);
      close();
    } catch (failure) {
      if (failure instanceof Refusal) setRefused(showRefusedFields(form, failure));
    } finally {
      submitting.current = false;
      setBusy(false);
    }
  }

  const footer = (
    <div className={layout['buttonRow']}>
      <Button onClick={handleClose} disabled={busy}>
        {t('form.cancel')}
      </Button>
      <Button type="primary" loading={busy} disabled={Boolean(waiting)} onClick={() => form.submit()}>
        {submitText ?? t('form.save')}
      </Button>
    </div>
  );

  return (
    <DetailDrawer
      open={open}
      title={title}
      size={size}
      footer={footer}
      onClose={() => void handleClose()}
      onOpened={handleOpened}
    >
      <div ref={body}>
        {refused.length > 0 && <Alert className={styles['refused']!} type="error" title={refused.join('\n')} />}
        {waiting ?? (
          <Form<Values>
            className={styles['form']!}
            form={form}
            layout="vertical"
            preserve={false}
            scrollToFirstError
            {...(initialValues ? { initialValues } : {})}
            onFinish={(values) => void handleFinish(values)}
          >
            {children}
            {/* Enter in a field submits. */}
            <button type="submit" hidden />
          </Form>
        )}
      </div>
      {holder}
      {open && !overPages && <LeaveGuard isDirty={isDirty} mayDiscard={mayDiscard} onLeave={onClose} />}
    </DetailDrawer>
  );
}

/** Shows field errors under their inputs; returns those without an input. */
function showRefusedFields<Values extends object>(
  form: ReturnType<typeof Form.useForm<Values>>[0],
  { fields }: Refusal,
): readonly string[] {
  const inputs = new Set(Object.keys(form.getFieldsValue(true, () => true) as object));
  const mine = fields.filter(({ path }) => inputs.has(path.split('.')[0]!));
  form.setFields(
    mine.map(({ path, message }) => ({
      name: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)) as never,
      errors: [message],
    })),
  );
  return fields.filter((field) => !mine.includes(field)).map(({ message }) => message);
}

/**
 * Asks before unsaved changes are lost. Render it only while changes are possible: the router uses one guard, and keeps guards of
 * hidden pages.
 */
function LeaveGuard(props: { isDirty: () => boolean; mayDiscard: () => Promise<boolean>; onLeave: () => void }) {
  const { isDirty, mayDiscard, onLeave } = props;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      // a signed-out user is not held back
      useSession.getState().token !== null &&
      isDirty(),
  );
  const asking = useRef(false);

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    void mayDiscard().then((discard) => {
      asking.current = false;
      if (!discard) return blocker.reset();
      onLeave();
      blocker.proceed();
    });
  }, [blocker, mayDiscard, onLeave]);

  useBeforeUnload((event) => isDirty() && event.preventDefault());
  return null;
}
