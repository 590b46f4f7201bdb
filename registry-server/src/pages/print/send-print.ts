// Sends what is printed. The caller has read what may be shown now; a file is looked up, or printed, only after that.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.ts';
import { sendMade } from '../answer.ts';
import type { PrintJob } from './print-job.ts';
import { hashOf, PrinterUnavailable } from './printer.ts';
import type { Printer } from './printer.ts';

const RETRY_AFTER_SECONDS = 5;
const BUSY = `No more can be printed just now. Try again in ${RETRY_AFTER_SECONDS} seconds.`;

/** 200 with the PDF, 304, for which nothing is printed, or 503. */
export function sendPrint(
  request: FastifyRequest,
  reply: FastifyReply,
  { printer, job, fileName }: { printer: Printer; job: PrintJob; fileName: string },
): Promise<FastifyReply> {
  return sendMade(request, reply, {
    etag: `"${hashOf(job).slice(0, 27)}"`,
    make: async () => {
      const body = await printer.print(job).catch((error: unknown) => {
        if (!(error instanceof PrinterUnavailable)) throw error;
        request.log.warn({ err: error }, 'nothing can be printed just now');
        throw new ApiError('unavailable', { message: BUSY, retryAfterSeconds: RETRY_AFTER_SECONDS });
      });
      reply.header('content-disposition', `inline; filename="${fileName}"`);
      return { type: 'application/pdf', body };
    },
  });
}
