import { CallError } from '@fleetwarden/contract/errors';
import { seenBy } from '../model/report-permissions.ts';
import { departmentName } from '../query/describe-filters.ts';
import { freshness } from '../query/freshness.ts';
import type { Questions } from '../query/questions.ts';
import { type Filler, fillDocument } from './fill.ts';
import { aboutOf } from './laid-out.ts';
import { toldSection } from './told.ts';

/** What the page of a report says that is laid out as a document; the files of it say the same. */
export function createDocumentPage(
  options: Filler & Pick<Questions, 'asked'> & { readonly platformNameOf: (departmentId: number) => Promise<string> },
): Questions['document'] {
  const { db, reports } = options;
  return async (opened, conditions, user, language) => {
    if (!opened.layout) throw new CallError('notFound', `document of ${opened.id}`);
    const asked = await options.asked(opened, conditions, user);
    const { departmentId } = user;
    const { title, company, about, sections } = await fillDocument(options, opened.layout, {
      departmentId,
      maySee: seenBy(user, reports),
      asked,
      language,
      about: aboutOf(asked, language, undefined),
      company: await departmentName(db, asked.company),
      platformName: await options.platformNameOf(departmentId),
    });
    return { title, company, about: [...about], sections: sections.map(toldSection), ...(await freshness(db, asked)) };
  };
}
