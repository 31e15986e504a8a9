import { defineRoutes } from '../call.ts';
import { MAX_COURSE_BYTES } from './education-limits.ts';
import type { educationSchemas } from './schemas.ts';

/** Safety education, beyond what every resource has. */
export const educationCalls = defineRoutes<typeof educationSchemas>()({
  publishPlan: { method: 'POST', path: 'safeEdu/publishPlan', permission: '7050110', audited: true },
  resendPlan: { method: 'POST', path: 'safeEdu/resendPlan', permission: '7050111', audited: true },
  uploadCourseFile: {
    method: 'POST',
    path: 'safeEdu/uploadCourseFile',
    permission: '7050103',
    audited: true,
    upload: { maxBytes: MAX_COURSE_BYTES },
  },
  getCourseFile: { method: 'POST', path: 'safeEdu/getCourseFile', permission: '7050101', read: true },
  addLearningRecord: { method: 'POST', path: 'safeEdu/addRecord', permission: '7050103', audited: true },
  getLearnLink: { method: 'POST', path: 'safeEdu/getLearnLink', permission: '7050111', audited: true },
  listLearningRecord: { method: 'POST', path: 'safeEdu/listRecord', permission: '7050101', read: true },
});
