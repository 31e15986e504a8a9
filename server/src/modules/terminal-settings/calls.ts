import type { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CallsDeps } from './call-context.ts';
import { createFleetCalls } from './fleet-calls.ts';
import { createServerProbe } from './probe-server.ts';
import { createTemplateCalls } from './template-calls.ts';
import { createValueCalls } from './value-calls.ts';

export const createTerminalSettingsCalls = (deps: CallsDeps): Handlers<typeof terminalSettingsCalls> => ({
  ...createValueCalls(deps),
  ...createTemplateCalls(deps),
  ...createFleetCalls(deps),
  probeServer: createServerProbe(deps),
});
