import { reportColumn } from './reportColumn.ts';
import { reportCondition } from './reportCondition.ts';
import { reportDocument } from './reportDocument.ts';
import { reportEnum } from './reportEnum.ts';
import { reportFile } from './reportFile.ts';
import { reportHint } from './reportHint.ts';
import { reportName } from './reportName.ts';
import { reportPurpose } from './reportPurpose.ts';
import { reportUnit } from './reportUnit.ts';

/** Texts of reports. The server sends them with the report, so the console's packs leave them out. */
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
