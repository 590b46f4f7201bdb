// Field types of the answers. A client's reading stays lenient (any text, any number); the published document says
// what the registry really sends.
import { z } from 'zod';

/** UTC with microseconds, such as 2026-03-01T12:00:00.000001Z. */
export const timestamp = () => z.string().meta({ format: 'date-time' });

export const uuid = () => z.string().meta({ format: 'uuid' });

export const absoluteUrl = () => z.string().meta({ format: 'uri' });

/** A whole number of at least 0. */
export const count = () => z.number().meta({ type: 'integer', minimum: 0 });

/** An HTTP status. */
export const httpStatus = () => z.number().meta({ type: 'integer', minimum: 200, maximum: 599 });
