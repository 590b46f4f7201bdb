// Certificates: withdrawn for good.
import { z } from 'zod';
import { ActionRefused, defineAction } from './action.ts';
import { reference, shortText } from './fields.ts';

export const MAX_WITHDRAWAL_REASON = 500;

/** The reason is kept, and not shown. */
export const withdrawCertificate = defineAction({
  name: 'certificate withdraw',
  role: 'administer',
  input: z.object({ id: reference, reason: shortText(MAX_WITHDRAWAL_REASON) }),
  run: async ({ storage }, { id: certificateId, reason }) => {
    const withdrawn = await storage.withdrawCertificate({ organizationId: null, certificateId, reason });
    return withdrawn.ok ? withdrawn.certificate : noCertificate(certificateId);
  },
});

export function noCertificate(id: string): never {
  throw new ActionRefused('certificate_not_found', `there is no certificate "${id}"`);
}
