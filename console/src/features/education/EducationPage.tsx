import { appliesToCourse, eduCourse } from '@fleetwarden/contract/education/edu-course-resource';
import { eduPlan } from '@fleetwarden/contract/education/edu-plan-resource';
import { appliesToQuestion, eduQuestion } from '@fleetwarden/contract/education/edu-question-resource';
import { eduTask } from '@fleetwarden/contract/education/edu-task-resource';
import { eduTrigger } from '@fleetwarden/contract/education/edu-trigger-resource';
import { educationCalls } from '@fleetwarden/contract/education/routes';
import { Segmented } from 'antd';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import { may } from '../../shared/resource/record-dialog.ts';
import type { PageTools, ResourceHooks, ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';
import { askFile, CourseFile, openFile } from './CourseFile.tsx';
import { askRecord, LearningDrawer, LearningRecords } from './LearningDrawer.tsx';

const EDIT = '7050103';
const TABS = ['courses', 'plans', 'triggers', 'questions', 'tasks'] as const;
type Tab = (typeof TABS)[number];

/** The current tab; each has its own filters in the URL. */
const useTab = (): readonly [Tab, (tab: Tab) => void] => {
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'courses';
  return [tab, (next) => setQuery(next === 'courses' ? {} : { tab: next })];
};

function Tabs() {
  const { t } = useTranslation();
  const [tab, setTab] = useTab();
  return (
    <Segmented<Tab> value={tab} options={TABS.map((value) => ({ value, label: t(`education.${value}`) }))} onChange={setTab} />
  );
}

function CourseBar(_tools: PageTools) {
  return (
    <>
      <Tabs />
      <CourseFile />
    </>
  );
}
function TaskBar(_tools: PageTools) {
  return (
    <>
      <Tabs />
      <LearningDrawer />
    </>
  );
}

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

const COURSES: ResourceHooks = {
  Toolbar: CourseBar,
  applies: appliesToCourse,
  rowActions: (record, tools) => [
    ...(record['fileName'] === null
      ? []
      : [{ key: 'file', label: i18next.t('education.openFile'), run: () => openFile(record) }]),
    ...(may(EDIT) ? [{ key: 'upload', label: i18next.t('education.upload'), run: () => askFile(record, tools) }] : []),
  ],
};
const PLANS: ResourceHooks = {
  Toolbar: Tabs,
  rowActions: (record, tools) => [
    ...(record['publishedAt'] === null && may('7050110') ? [publish(record, tools)] : []),
    ...(record['publishedAt'] !== null && may('7050111') ? [resend(record, tools)] : []),
  ],
};
const TASKS: ResourceHooks = {
  Toolbar: TaskBar,
  FormPart: LearningRecords,
  rowActions: (record, tools) =>
    may(EDIT) ? [{ key: 'record', label: i18next.t('education.record'), run: () => askRecord(record, tools) }] : [],
};

const PAGES: Readonly<Record<Tab, ResourcePageRow>> = {
  courses: { resource: eduCourse, hooks: COURSES },
  plans: { resource: eduPlan, hooks: PLANS },
  triggers: { resource: eduTrigger, hooks: { Toolbar: Tabs } },
  questions: { resource: eduQuestion, hooks: { Toolbar: Tabs, applies: appliesToQuestion } },
  tasks: { resource: eduTask, hooks: TASKS },
};

/** /setup/safeEducation/safeEdusettings: courses, plans, triggers, questions, and what drivers learned. */
export function EducationPage() {
  const [tab] = useTab();
  return <ResourcePage key={tab} {...PAGES[tab]} />;
}
