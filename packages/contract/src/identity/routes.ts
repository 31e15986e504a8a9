import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { identitySchemas } from './schemas.ts';

export const identityCalls = defineRoutes<typeof identitySchemas>()({
  loginPage: { method: 'GET', path: 'user/loginPage', permission: 'public', read: true },
  publicKey: { method: 'GET', path: 'user/publicKey', permission: 'public', read: true },
  captchaImage: { method: 'GET', path: 'captchaImage', permission: 'public', read: true },
  login: { method: 'POST', path: 'user/login', permission: 'public' },
  carLogin: { method: 'POST', path: 'car/login', permission: 'public' },
  inspectList: { method: 'GET', path: 'car/inspect/list', permission: 'inspection', read: true },
  makeInspectPasswd: { method: 'POST', path: 'car/makeInspectPasswd', permission: permission.editVehicle, audited: true },
  exchangeTicket: { method: 'POST', path: 'user/exchangeTicket', permission: 'signedIn', audited: true },
  loginProxy: { method: 'POST', path: 'user/loginProxy', permission: 'public' },
  getLoginInfo: { method: 'POST', path: 'user/getLoginInfo', permission: 'anySession', read: true },
  loginOut: { method: 'POST', path: 'user/loginOut', permission: 'anySession' },
  getUserDetail: { method: 'POST', path: 'user/getUserDetail', permission: 'signedIn', read: true },
  updateUserDetail: { method: 'POST', path: 'user/updateUserDetail', permission: 'signedIn', resCode: true, audited: true },
  changePasswd: {
    method: 'POST',
    path: 'user/changePasswd',
    permission: 'anySession',
    signed: true,
    resCode: true,
    audited: true,
  },
  listOwnSession: { method: 'POST', path: 'user/listOwnSession', permission: 'signedIn', read: true },
  listSession: { method: 'POST', path: 'user/listSession', permission: permission.viewSessions, read: true, paged: true },
  endSession: { method: 'POST', path: 'user/endSession', permission: permission.endSessions, audited: true },
  getCertificateUrl: {
    method: 'POST',
    path: 'user/getCertificateUrl',
    permission: permission.certificate,
    read: true,
    audited: true,
  },
});
