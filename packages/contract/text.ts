// Field types shared by the request bodies: text as the registry keeps it (NFC, LF, trimmed), web addresses,
// date-times. Lengths count code points. Nothing here knows an endpoint.
import { z } from 'zod';
import { LIMITS } from './limits.ts';

// Newline and tab are the only control characters a person types into a title or a medium.
const FORBIDDEN_CONTROL = /[^\P{Cc}\n\t]/u;

// What nobody sees changes what everybody reads: direction controls turn a name round, tags and fillers hide text in it.
// Two kinds mean something where they stand: a joiner or non-joiner between letters or emoji, and a variation selector
// behind a character that has variants.
const MEANT =
  /(?<=[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])|(?<=[^\s\p{C}\p{DI}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;

/** The blank of Braille is not white space to Unicode, but a text of nothing else is as empty. */
const isBlank = (text: string): boolean => /^[\s\u2800]*$/u.test(text);

const hasInvisible = (text: string): boolean =>
  INVISIBLE.test(text) && INVISIBLE.test(text.replace(MEANT, ''));

/** Brings text into the stored form: CRLF becomes LF, NFC, no white space around it. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

const codePoints = (text: string): number => [...text].length;

// A character of the stored form has at most four before it (a letter with three marks), of two code units each. Longer text is
// refused for its length alone: to bring three megabytes into the stored form keeps every other caller waiting for 150 ms.
const UNITS_PER_CHARACTER = 8;
const isFarTooLong = (text: string, max: number): boolean => text.length > max * UNITS_PER_CHARACTER;

function checkedText(min: number, max: number) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be text') })
    .trim()
    .overwrite((text) => (isFarTooLong(text, max) ? text : cleanText(text)))
    .superRefine((text, ctx) => {
      const complain = (message: string) => ctx.addIssue({ code: 'custom', message });
      if (isFarTooLong(text, max)) complain(`must have at most ${max} characters`);
      else if (!text.isWellFormed()) complain('is not well-formed Unicode');
      else if (FORBIDDEN_CONTROL.test(text)) complain('must not contain control characters');
      else if (hasInvisible(text)) complain('must not contain invisible characters or direction controls');
      else if (codePoints(text) > max) complain(`must have at most ${max} characters`);
      else if (codePoints(text) < min || (min > 0 && isBlank(text)))
        complain(min === 1 ? 'must not be empty' : `must have at least ${min} characters`);
    })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max });
}

/** Text that must be there: 1 (or `min`) to `max` code points after trimming. */
export const requiredText = (max: number, min = 1) => checkedText(min, max);

/** Text that may be missing; a blank one says the same as null. */
export const optionalText = (max: number) =>
  checkedText(0, max)
    .transform((text) => (isBlank(text) ? null : text))
    .nullable()
    .optional();

function isWebAddress(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || hasInvisible(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  // Everything before an @, or a \\ that browsers read as a /, is there to look like another host.
  if (url.username !== '' || url.password !== '' || text.includes('\\')) return false;
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
}

/** An http or https address of at most 2000 characters. */
export const webAddress = (max: number = LIMITS.url) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a web address') })
    .trim()
    .superRefine((text, ctx) => {
      if (isFarTooLong(text, max) || codePoints(text) > max)
        ctx.addIssue({ code: 'custom', message: `must have at most ${max} characters` });
      else if (!isWebAddress(text))
        ctx.addIssue({ code: 'custom', message: 'must be an http or https address' });
    })
    .meta({ format: 'uri', maxLength: max });

/** ISO 8601 date-time with offset, as sent, of something that has happened since 1970. What lies ahead is kept as the present. */
export const pastTime = () =>
  z.iso
    .datetime({
      offset: true,
      error: 'must be an ISO 8601 date-time with offset, such as 2026-03-01T09:30:00Z',
    })
    .refine((text) => Date.parse(text) >= 0, { error: 'must not lie before 1970' });
