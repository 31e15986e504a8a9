import { permission } from '@fleetwarden/contract/permissions';
import type { PlatMessage, PostCheck, SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { Suspense, useEffect } from 'react';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useCommonMessage, useLive } from '../../shared/live-context.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { chime } from './chime.ts';
import { clearDesk, closeDesk, openSupervisions, takeCheck, takeMessage, takeTask, useDesk } from './desk-store.ts';

const SupervisionDialog = lazyComponent(async () => (await import('./SupervisionDialog.tsx')).SupervisionDialog);
const PostCheckDialog = lazyComponent(async () => (await import('./PostCheckDialog.tsx')).PostCheckDialog);
const PlatMessageDialog = lazyComponent(async () => (await import('./PlatMessageDialog.tsx')).PlatMessageDialog);
const DutyDialog = lazyComponent(async () => (await import('./DutyDialog.tsx')).DutyDialog);

/** A page of waiting supervisions. */
const PAGE = { page: 1, limit: 100 } as const;

const announceTasks = () => {
  chime();
  openSupervisions();
};

/** Receives requests of superior platforms and shows them over any page. Not for inspections (specification 2.10). */
export function DeskWatch() {
  const signedIn = useSession(({ userInfo }) => userInfo !== null && !userInfo.inspection);
  return signedIn ? <Desk /> : null;
}

function Desk() {
  const mayCheck = useMay(permission.answerPostCheck);
  const maySee = useMay(permission.viewSupervision);
  const mayNote = useMay(permission.answerPlatformMessage);
  const { checks, messages, open } = useDesk();
  const hears = useLive().state?.sockets.commonmsg === 'open';

  useEffect(() => clearDesk, []);
  useCommonMessage('warnSuperviseMessage', (data) => {
    if (takeTask(data as SuperviseTask)) announceTasks();
  });
  useCommonMessage('postCheck', (data) => {
    if (mayCheck && takeCheck(data as PostCheck)) chime();
  });
  useCommonMessage('platMessage', (data) => {
    if (mayNote && takeMessage(data as PlatMessage)) chime();
  });

  // loads waiting requests, also after an outage
  useEffect(() => {
    if (!hears || !mayCheck) return;
    call(regulatorsCalls.listPlatCheck, {}, { quiet: true, anyPage: true }).then(
      ({ list }) => {
        if (list.filter((check) => takeCheck(check)).length > 0) chime();
      },
      // the next connection tries again
      () => undefined,
    );
  }, [hears, mayCheck]);
  useEffect(() => {
    if (!hears || !maySee) return;
    callPaged(regulatorsCalls.qryWarnSuperviseReq, { answered: false }, { quiet: true, anyPage: true, pageModel: PAGE }).then(
      ({ list }) => {
        const news = [...list].reverse().filter((task) => takeTask(task));
        if (news.length > 0) announceTasks();
      },
      () => undefined,
    );
  }, [hears, maySee]);

  return (
    <Suspense fallback={null}>
      {open === 'supervisions' && <SupervisionDialog onClose={closeDesk} />}
      {open === 'duty' && <DutyDialog onClose={closeDesk} />}
      {messages[0] && <PlatMessageDialog key={messages[0].id} message={messages[0]} />}
      {checks[0] && <PostCheckDialog key={checks[0].seqId} check={checks[0]} more={checks.length - 1} />}
    </Suspense>
  );
}
