import { describe, expect, it } from 'vitest';
import { acsQuery, signAcsRequest } from './acs-signature.ts';

describe('the signature of Alibaba Cloud', () => {
  it('equals the example of its documentation', () => {
    const request = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
    };
    const { authorization } = signAcsRequest(request, { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' });
    expect(authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });

  it('encodes as RFC 3986 does', () => {
    expect(acsQuery({ b: "~*+/'中", a: ' ' })).toBe('a=%20&b=~%2A%2B%2F%27%E4%B8%AD');
  });
});
