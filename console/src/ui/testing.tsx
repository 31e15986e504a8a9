import type { PageModel } from '@fleetwarden/contract/call';
import { BASE_PATH } from '@fleetwarden/contract/call';
import type { FieldError } from '@fleetwarden/contract/errors';
import type { InitRecord } from '@fleetwarden/contract/live/live';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { AlarmStore } from '../live/alarm-store.ts';
import type { CommonMessages } from '../live/common-messages.ts';
import { createCommonMessages } from '../live/common-messages.ts';
import type { LiveState } from '../live/connection.ts';
import { initRecord } from '../live/testing-records.ts';
import { VehicleStore } from '../live/vehicle-store.ts';
import { createViewSubscription, type ViewSubscription } from '../live/view-subscription.ts';
import type { Live } from '../shared/live-context.ts';
import { LiveContext } from '../shared/live-context.ts';

// Tests wait for events, not for times: a busy machine may be slow.
configure({ asyncUtilTimeout: 10_000 });

/** A request as the server receives it. */
type Request = {
  readonly path: string;
  readonly data: Record<string, unknown>;
  readonly pageModel: PageModel | undefined;
  readonly sign: string | undefined;
  readonly authorization: string | null;
  readonly language: string | null;
};

/** Answers a path: data, an error envelope by `refuse`, or no answer by throwing. */
type Handler = (request: Request) => unknown;

class Refused {
  readonly code: string;
  readonly msg: string;
  readonly data: { readonly fields: readonly FieldError[] } | null;
  constructor(code: string, msg: string, fields: readonly FieldError[] | null = null) {
    this.code = code;
    this.msg = msg;
    this.data = fields && { fields };
  }
}
class ResCode {
  readonly resCode: number;
  readonly message: string;
  constructor(resCode: number, message: string) {
    this.resCode = resCode;
    this.message = message;
  }
}
/** Reply of profile and password calls: 1 is success. */
export const resCode = (code: number, message = '') => new ResCode(code, message);

export const refuse = (code: string, msg: string, fields?: readonly FieldError[]) => new Refused(code, msg, fields);
/** Reply to the removal of a record in use. */
export const inUse = (uses: readonly FieldError[]) => new Refused('4009', 'in use', uses);

class Page {
  readonly data: object;
  readonly total: number;
  constructor(data: object, total: number) {
    this.data = data;
    this.total = total;
  }
}
/** Reply of a paged call; `more`: further properties. */
export const page = (list: readonly unknown[], total = list.length, more: object = {}) => new Page({ list, ...more }, total);

function envelopeOf(result: unknown) {
  if (result instanceof ResCode) return result;
  if (result instanceof Refused) return { ...result };
  if (result instanceof Page) return { code: '0', msg: '', data: result.data, pageModel: { total: result.total } };
  return { code: '0', msg: '', data: result };
}

/** Fake server: answers calls by path and records requests. */
export function stubServer(handlers: Record<string, Handler>) {
  const requests: Request[] = [];
  const answer = async (address: string | URL | globalThis.Request, init: RequestInit = {}) => {
    const url = new URL(String(address), 'http://console.test');
    const body = init.body ? JSON.parse(String(init.body)) : {};
    const headers = new Headers(init.headers);
    const request: Request = {
      path: url.pathname.slice(BASE_PATH.length),
      data: body.data ?? Object.fromEntries(url.searchParams),
      pageModel: body.pageModel,
      sign: body.sign,
      authorization: headers.get('Authorization'),
      language: headers.get('Accept-Language'),
    };
    requests.push(request);
    const handler = handlers[request.path];
    const result = handler ? await handler(request) : refuse('4004', `no answer for ${request.path}`);
    return new Response(JSON.stringify(envelopeOf(result)), { headers: { 'Content-Type': 'application/json' } });
  };
  globalThis.fetch = answer;
  return { requests, of: (path: string) => requests.filter((request) => request.path === path) };
}

/** The antd dialog with this title. In tests antd gives all dialogs one ID, so their accessible names cannot be computed. */
export async function findDialog(title: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]');
  if (!dialog) throw new Error(`findDialog: '${title}' is in no dialog`);
  return dialog;
}

export const userInfo = {
  userId: '7',
  deptId: '1',
  deptName: '演示集团',
  account: 'admin',
  username: '系统管理员',
  clientType: 4 as const,
  configList: [],
  storageUrl: '',
  helpUrl: '',
  watermark: false,
  bellSounds: true,
  timeZone: 'Asia/Shanghai',
  settings: {
    map: { treesetting: '1,2,3,4', refreshsetting: '3', carwindowcustomsetting: '3,4,5,6,7,8,12,19' },
    ui: {
      mode: 'system' as const,
      colour: '',
      size: 'medium' as const,
      tagsView: true,
      fixedHeader: true,
      sidebarLogo: false,
      pinyinSearch: true,
      units: 'metric' as const,
    },
    mapTools: { tails: false, areas: true },
    markers: { click: 1 as const, layout: 1 as const, labels: true, clusters: true, smooth: true },
    alarms: { mute: false, volume: 60, levels: [2 as const, 3 as const], desktop: false },
    videoWall: { layout: 4 as const, keepsRetrying: false, rotationSeconds: 30, videoOnly: false },
    popupAlarms: null,
    tables: {},
    quickLinks: [],
  },
  mustChangePassword: false,
  inspection: null,
};

/** A vehicle of the initial list, by default offline and not followed. */
export const vehicle = (tid: string, more: Partial<InitRecord> = {}): InitRecord => {
  const offline = {
    cid: `9${tid}`,
    d: 90,
    status: '0',
    color: 2,
    sp: 0,
    type: 2,
    vmt: 20,
    t: 1_000,
    r: 2_000,
    st: 1_000,
    s: 3,
    km: 12.5,
  };
  return initRecord(tid, { ...offline, deptId: '1', drv: '张三', phone: '13800000000', followed: false, ...more });
};

export function storeOf(records: readonly InitRecord[]): VehicleStore {
  const store = new VehicleStore();
  store.applyInit(records);
  store.endInit();
  return store;
}

/** Renders a component that needs calls and live data. */
export function renderLive(
  children: ReactNode,
  store: VehicleStore,
  common: CommonMessages = createCommonMessages(),
  state: LiveState = { init: 2, sockets: { init: 'closed', gpsmsg: 'open', commonmsg: 'open' }, downSince: null },
  view: ViewSubscription = createViewSubscription(),
  alarms: AlarmStore = new AlarmStore(),
) {
  const live: Live = { store, alarms, common, state, view };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={queries}>
      <LiveContext value={live}>{children}</LiveContext>
    </QueryClientProvider>,
  );
}

/** An observer that never fires. */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * Gives every element a size, because happy-dom has no layout and virtual lists would stay empty. `still`: for components that
 * need an observer.
 */
export function giveSize(height: number, observer: 'none' | 'still' = 'none'): void {
  const size = (px: number) => ({ configurable: true, get: () => px });
  Object.defineProperties(HTMLElement.prototype, {
    offsetHeight: size(height),
    clientHeight: size(height),
    offsetWidth: size(320),
  });
  const value = observer === 'still' ? StillObserver : undefined;
  Object.defineProperty(window, 'ResizeObserver', { configurable: true, value });
}

/** Runs an action of a row, which is a button or an entry of its menu. */
export async function runRowAction(user: UserEvent, row: HTMLElement, name: string): Promise<void> {
  const shown = within(row).queryByRole('button', { name });
  if (shown) return user.click(shown);
  await user.click(within(row).getByRole('button', { name: '更多' }));
  // the menu of a row before it may be closing
  const entries = await screen.findAllByRole('menuitem', { name });
  await user.click(entries.at(-1)!);
}
