// What a test of sync/apply needs: one step, one work, and a registry that gives prepared answers.
import { unknownWork } from '../../src/sync/bookkeeping/unknown-work.ts';
import type { ApplyContext, RegistryAnswer, RegistryCall } from '../../src/types/registry.ts';
import type { Action, Work } from '../../src/types/work.ts';

export const NOW_ISO = '2026-01-01T00:00:00Z';

export const actionOf = (body: Action['body'], externalId = '1', more: Partial<Action> = {}): Action => ({
  id: Number(externalId),
  siteId: 's',
  externalId,
  kind: body.kind,
  registryId: body.kind === 'publish' ? null : `AREG-${externalId}`,
  idempotencyKey: `k-${externalId}`,
  body,
  target: 't',
  priority: 20,
  attempts: 1,
  suspicion: 0,
  notBefore: 0,
  ...more,
});

export const workOf = (more: Partial<Work> = {}, externalId = '1'): Work => ({
  ...unknownWork('s'),
  externalId,
  registryId: `AREG-${externalId}`,
  ...more,
});

/** A context whose registry answers by `answer`; `calls` fills up with what it was asked. */
export function applyContext(answer: (call: RegistryCall) => RegistryAnswer | Promise<RegistryAnswer>) {
  const calls: RegistryCall[] = [];
  const forgotten: string[] = [];
  const context: ApplyContext = {
    installationId: 'ins_1',
    formerInstallations: [],
    profileSlugs: ['ours'],
    nowIso: NOW_ISO,
    forgetInstallation: () => void forgotten.push('ins_1'),
    send: async (call) => {
      calls.push(call);
      return answer(call);
    },
  };
  return { context, calls, forgotten };
}

export const refusal = (status: number, code: string, more: object = {}): RegistryAnswer => ({
  status,
  body: { error: { code, message: `Refused: ${code}.`, ...more } },
});
