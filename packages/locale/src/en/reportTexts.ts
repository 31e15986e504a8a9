import { reportColumn } from './reportColumn.ts';
import { reportCondition } from './reportCondition.ts';
import { reportDocument } from './reportDocument.ts';
import { reportEnum } from './reportEnum.ts';
import { reportFile } from './reportFile.ts';
import { reportHint } from './reportHint.ts';
import { reportName } from './reportName.ts';
import { reportPurpose } from './reportPurpose.ts';
import { reportUnit } from './reportUnit.ts';

/** What reports are worded with: the server sends it along with them, so no pack of the console holds it. */
export const reports = {
  reportColumn,
  reportCondition,
  reportDocument,
  reportEnum,
  reportFile,
  reportHint,
  reportName,
  reportPurpose,
  reportUnit,
} as const;
