import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../ui/FileButton.tsx';
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
  const [problem, setProblem] = useState<ReturnType<typeof fileProblem>>(null);
  const size = toMib(maxBytes);

  function take(file: File) {
    const nextProblem = fileProblem(file, maxBytes);
    setProblem(nextProblem);
    if (!nextProblem) onFile(file);
  }

  return (
    <>
      <p>{t('resource.importHint', { size })}</p>
      <div className={styles['buttons']}>
        <FileButton type="primary" label={t('resource.importChoose')} accept={IMPORT_KINDS.join()} onFile={take} />
        {FORMATS.map((format) => (
          <Button key={format} type="link" onClick={() => onTemplate(format)}>
            {t('resource.importTemplate', { format })}
          </Button>
        ))}
      </div>
      {problem && <p role="alert">{t(`resource.${problem}`, { size })}</p>}
    </>
  );
}
