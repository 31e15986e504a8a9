import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileProblem, IMPORT_KINDS, toMib } from './import-file.ts';
import styles from './Resource.module.css';

const FORMATS = ['xlsx', 'csv'] as const;

/** Chooses an import file, or downloads a template. */
export function ImportFile(props: {
  maxBytes: number;
  onFile: (file: File) => void;
  onTemplate: (format: 'xlsx' | 'csv') => void;
}) {
  const { maxBytes, onFile, onTemplate } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ReturnType<typeof fileProblem>>(null);
  const size = toMib(maxBytes);

  function take(file: File | undefined) {
    // allows choosing the same file again after it was corrected
    if (input.current) input.current.value = '';
    if (!file) return;
    const nextProblem = fileProblem(file, maxBytes);
    setProblem(nextProblem);
    if (!nextProblem) onFile(file);
  }

  return (
    <>
      <p>{t('resource.importHint', { size })}</p>
      <div className={styles['buttons']}>
        <Button type="primary" onClick={() => input.current?.click()}>
          {t('resource.importChoose')}
        </Button>
        {FORMATS.map((format) => (
          <Button key={format} type="link" onClick={() => onTemplate(format)}>
            {t('resource.importTemplate', { format })}
          </Button>
        ))}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMPORT_KINDS.join()}
        aria-label={t('resource.importChoose')}
        onChange={({ target }) => take(target.files?.[0])}
      />
      {problem && <p role="alert">{t(`resource.${problem}`, { size })}</p>}
    </>
  );
}
