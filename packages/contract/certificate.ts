// The additive feature `certificates`: signed statements that a work was registered, as it was on the day of issue.
import { z } from 'zod';
import { timestamp } from './response-fields.ts';
import { optionalText, requiredText } from './text.ts';

const EDITION_MAX = 1_000_000;
const whole = () =>
  z
    .int({ error: `must be a whole number from 1 to ${EDITION_MAX}` })
    .min(1)
    .max(EDITION_MAX)
    .optional();

/** All fields may be left out: then the certificate is for the work as a whole. */
export const CertificateRequest = z
  .strictObject({ edition_number: whole(), edition_size: whole(), note: optionalText(500) })
  .superRefine(({ edition_number: number, edition_size: size }, ctx) => {
    if (number !== undefined && size !== undefined && number > size)
      ctx.addIssue({
        code: 'custom',
        path: ['edition_number'],
        message: 'must not be greater than edition_size',
      });
    if (number === undefined && size !== undefined)
      ctx.addIssue({ code: 'custom', path: ['edition_number'], message: 'is required with edition_size' });
  });
export type CertificateRequest = z.infer<typeof CertificateRequest>;

export const CertificateWithdrawal = z.strictObject({ reason: requiredText(500) });
export type CertificateWithdrawal = z.infer<typeof CertificateWithdrawal>;

export const CertificateStatus = z.enum(['valid', 'superseded', 'withdrawn']);
export type CertificateStatus = z.infer<typeof CertificateStatus>;

/**
 * `statement` is the signed text, byte for byte; `signature` is Ed25519 over its UTF-8 bytes, in base64url. All of statement, signature,
 * kid and registry_id are null for everybody but the issuer while the work is not public.
 */
export const Certificate = z.object({
  object: z.literal('certificate'),
  id: z.string(),
  status: CertificateStatus,
  registry_id: z.string().nullable(),
  issuer: z.string().nullable(),
  issued_at: timestamp(),
  withdrawn_at: timestamp().nullable(),
  statement: z.string().nullable(),
  signature: z.string().nullable(),
  kid: z.string().nullable(),
  links: z.object({ public_page: z.string(), keys: z.string() }),
});
export type Certificate = z.infer<typeof Certificate>;
