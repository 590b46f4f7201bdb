// What is printed of works: their addresses as a QR code, and their wall labels.
import { workIdOf } from '@artwork-registry/contract';
import type { Artwork } from '@artwork-registry/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../../http/error-replies.ts';
import { MISSING_JSON, sendAbsence, sendForm, localeFor } from '../answer.ts';
import { leadToCapitals } from '../artwork/in-capitals.ts';
import { findPublicArtwork } from '../public-artwork.ts';
import type { PublicSide } from '../public-side.ts';
import type { ById } from '../negotiate-format.ts';
import type { Turns } from '../turns.ts';
import type { Printer } from './printer.ts';
import { qrSvg } from './qr-code.ts';
import { sendPrint } from './send-print.ts';
import { LABEL_SIZES, labelOf } from './wall-label.ts';

const MOST_LABELS = 50;
const TOO_MANY_LABELS = {
  type: JSON_TYPE,
  body: JSON.stringify({
    error: { code: 'too_many_works', message: `At most ${MOST_LABELS} labels in one file.` },
  }),
};

/** A parameter that is given twice comes as a list. */
type Sheet = { works?: string | string[]; size?: string };

export function addPrintRoutes(
  app: FastifyInstance,
  { storage, publicUrl }: PublicSide,
  printer: Printer,
  turns: Turns,
): void {
  const inCapitals = { onRequest: leadToCapitals(publicUrl) };
  const sizeOf = (wanted: unknown) => LABEL_SIZES.find((known) => known === wanted) ?? 'a6';

  app.get<ById>('/artworks/:id/qr.svg', inCapitals, async (request, reply) => {
    const artwork = await findPublicArtwork(storage, request.params.id);
    if (artwork === undefined) return sendAbsence(reply, 404, MISSING_JSON);
    await turns.next();
    return sendForm(request, reply, { type: 'image/svg+xml', body: await qrSvg(artwork.links.public_page) });
  });

  const sendLabels = (
    request: FastifyRequest,
    reply: FastifyReply,
    { ids, size, nameOf }: { ids: string[]; size: unknown; nameOf: (first: Artwork) => string },
  ) =>
    sendPrint(request, reply, {
      printer,
      find: async () => {
        // What is not public is left out, as if it had never been.
        const found = await Promise.all(ids.map((id) => findPublicArtwork(storage, id)));
        const works = found.filter((artwork) => artwork !== undefined);
        const [first] = works;
        if (first === undefined) return undefined;
        const { language } = localeFor(request);
        return {
          job: { kind: 'labels', labels: works.map(labelOf), size: sizeOf(size), language },
          fileName: nameOf(first),
        };
      },
      sendAbsent: () => sendAbsence(reply, 404, MISSING_JSON),
    });

  app.get<ById>('/artworks/:id/label.pdf', inCapitals, (request, reply) =>
    sendLabels(request, reply, {
      ids: [request.params.id],
      size: request.query.size,
      nameOf: (artwork) => `${artwork.registry_id}-label.pdf`,
    }),
  );

  app.get('/labels.pdf', async (request, reply) => {
    const { works = '', size } = request.query as Sheet;
    const given = [works].flat().join(',').split(',');
    const ids = [...new Set(given.map((id) => workIdOf(id.trim())))].filter((id) => id !== '');
    if (ids.length > MOST_LABELS) return sendAbsence(reply, 400, TOO_MANY_LABELS);
    return sendLabels(request, reply, { ids, size, nameOf: () => 'labels.pdf' });
  });
}
