// Lengths of what another program says: a text that is too long is cut, a word makes its record unreadable, an entry of a list is left out.
import { z } from 'zod';

/** Text that is shown only, and cut where it is longer: its length is not a reason to refuse the call. */
export const cut = (length: number) =>
  z
    .string()
    .transform((text) => text.slice(0, length))
    .describe('cut');

/** A code, an id or a time. */
export const word = (length = 64) => z.string().max(length);

/** The first `most` entries, without those that cannot be read. */
export const readable = <S extends z.ZodType>(entry: S, most: number) =>
  z
    .array(z.unknown())
    .transform((given) =>
      given.slice(0, most).flatMap((one) => {
        const read = entry.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    )
    .describe('cut');
