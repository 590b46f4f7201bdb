// Sends what is printed. What may be shown now is read first; a file is looked up, or printed, only after that.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { senderOf } from '@artwork-registry/contract';
import { ApiError } from '../../http/api-error.ts';
import { sendMade } from '../answer.ts';
import type { PrintJob } from './print-job.ts';
import { hashOf, PrinterUnavailable } from './printer.ts';
import type { Printer } from './printer.ts';

const RETRY_AFTER_SECONDS = 5;
const again = (what: string) =>
  new ApiError('unavailable', {
    message: `${what} Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

export type Wanted = { job: PrintJob; fileName: string };

/**
 * 200 with the PDF, 304, for which nothing is printed, or 503. `find` says what may be shown now, undefined where that is nothing and
 * `sendAbsent` answers. It is asked again once the file is printed: works may be hidden while it waits.
 */
export async function sendPrint(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    printer,
    find,
    sendAbsent,
  }: { printer: Printer; find: () => Promise<Wanted | undefined>; sendAbsent: () => FastifyReply },
): Promise<FastifyReply> {
  const wanted = await find();
  if (wanted === undefined) return sendAbsent();
  const { job, fileName } = wanted;
  const print = async () => {
    const body = await printer.print(job, senderOf(request.ip)).catch((error: unknown) => {
      if (!(error instanceof PrinterUnavailable)) throw error;
      request.log.warn({ err: error }, 'nothing can be printed just now');
      throw again('No more can be printed just now.');
    });
    const present = await find();
    if (present === undefined || hashOf(present.job) !== hashOf(job))
      throw again('What is printed has changed meanwhile.');
    return body;
  };
  return sendMade(request, reply, {
    etag: `"${hashOf(job).slice(0, 27)}"`,
    make: async () => {
      const body = printer.kept(job) ?? (await print());
      reply.header('content-disposition', `inline; filename="${fileName}"`);
      return { type: 'application/pdf', body };
    },
  });
}
