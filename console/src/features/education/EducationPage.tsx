import { appliesToCourse, eduCourse } from '@fleetwarden/contract/education/edu-course-resource';
import { eduPlan } from '@fleetwarden/contract/education/edu-plan-resource';
import { appliesToQuestion, eduQuestion } from '@fleetwarden/contract/education/edu-question-resource';
import { eduTask } from '@fleetwarden/contract/education/edu-task-resource';
import { eduTrigger } from '@fleetwarden/contract/education/edu-trigger-resource';
import { educationCalls } from '@fleetwarden/contract/education/routes';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { may } from '../../shared/resource/record-dialog.ts';
import type { PageTools, ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { TabbedResourcePage } from '../../shared/resource/TabbedResourcePage.tsx';
import { copyText } from '../../ui/copy-text.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';
import { askFile, CourseFile, openFile } from './CourseFile.tsx';
import { askRecord, LearningDrawer, LearningRecords } from './LearningDrawer.tsx';

const EDIT = '7050103';
const publish = (record: ResourceRecord, { refresh }: PageTools): RowAction => ({
  key: 'publish',
  label: i18next.t('education.publish'),
  confirm: {
    title: i18next.t('education.publishAsk', { name: record['planTitle'] }),
    content: i18next.t('education.publishHint'),
  },
  run: async () => {
    const { tasks } = await call(educationCalls.publishPlan, { ids: [record.id] });
    notify('success', i18next.t('education.published', { count: tasks }));
    refresh();
  },
});
const resend = (record: ResourceRecord, { refresh }: PageTools): RowAction => ({
  key: 'resend',
  label: i18next.t('education.resend'),
  run: async () => {
    notify('success', i18next.t('education.resent', { ...(await call(educationCalls.resendPlan, { id: record.id })) }));
    refresh();
  },
});

/** Copies the address where the driver of a task learns without an account. */
async function copyLink({ id }: ResourceRecord): Promise<void> {
  const { url } = await call(educationCalls.getLearnLink, { taskId: id });
  if (url === null) notify('warning', i18next.t('education.noLink'));
  else await copyText(url);
}

const COURSES: ResourceHooks = {
  Toolbar: CourseFile,
  applies: appliesToCourse,
  rowActions: (record, tools) => [
    ...(record['fileName'] === null
      ? []
      : [{ key: 'file', label: i18next.t('education.openFile'), run: () => openFile(record) }]),
    ...(record['coverName'] == null
      ? []
      : [{ key: 'cover', label: i18next.t('education.openCover'), run: () => openFile(record, true) }]),
    ...(may(EDIT)
      ? [
          { key: 'upload', label: i18next.t('education.upload'), run: () => askFile(record, tools, 'upload') },
          { key: 'uploadCover', label: i18next.t('education.uploadCover'), run: () => askFile(record, tools, 'cover') },
        ]
      : []),
  ],
};
const PLANS: ResourceHooks = {
  rowActions: (record, tools) => [
    ...(record['publishedAt'] === null && may('7050110') ? [publish(record, tools)] : []),
    ...(record['publishedAt'] !== null && may('7050111') ? [resend(record, tools)] : []),
  ],
};
const QUESTIONS: ResourceHooks = { applies: appliesToQuestion };
const TASKS: ResourceHooks = {
  Toolbar: LearningDrawer,
  FormPart: LearningRecords,
  rowActions: (record, tools) => [
    ...(may(EDIT) ? [{ key: 'record', label: i18next.t('education.record'), run: () => askRecord(record, tools) }] : []),
    ...(may('7050111') ? [{ key: 'link', label: i18next.t('education.copyLink'), run: () => copyLink(record) }] : []),
  ],
};

/** /setup/safeEducation/safeEdusettings: courses, plans, triggers, questions, and what drivers learned. */
export function EducationPage() {
  return (
    <TabbedResourcePage
      tabs={[
        { key: 'courses', label: () => i18next.t('education.courses'), resource: eduCourse, hooks: COURSES },
        { key: 'plans', label: () => i18next.t('education.plans'), resource: eduPlan, hooks: PLANS },
        { key: 'triggers', label: () => i18next.t('education.triggers'), resource: eduTrigger },
        { key: 'questions', label: () => i18next.t('education.questions'), resource: eduQuestion, hooks: QUESTIONS },
        { key: 'tasks', label: () => i18next.t('education.tasks'), resource: eduTask, hooks: TASKS },
      ]}
    />
  );
}
