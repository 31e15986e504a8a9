import { Form, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../hooks/use-submit.ts';

const WIDTH = 480;
const LINES = 4;

/** What a dialog asks for: a reason, or a note. */
export type TextQuestion = {
  readonly title: string;
  readonly label: string;
  readonly max: number;
  readonly required: boolean;
  readonly initial?: string;
  readonly okText: string;
  /** Rejects if the server refuses: then the dialog stays. */
  readonly run: (text: string) => Promise<unknown>;
};

/** Asks for a text before an action. `onClose`: whether the action was done. */
export function TextDialog({ question, onClose }: { question: TextQuestion; onClose: (isDone: boolean) => void }) {
  const { t } = useTranslation();
  const { title, label, max, required, initial = '', okText, run } = question;
  const [form] = Form.useForm<{ text: string }>();
  const [busy, submit] = useSubmit(async ({ text }: { text: string }) => {
    await run(text.trim());
    onClose(true);
  });
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={title}
      mask={{ closable: false }}
      okText={okText}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => onClose(false)}
    >
      <Form form={form} layout="vertical" initialValues={{ text: initial }} onFinish={submit}>
        <Form.Item name="text" label={label} rules={[{ required, whitespace: required, message: t('field.required') }]}>
          <Input.TextArea rows={LINES} maxLength={max} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
