// The dumps as anybody fetches them: a list for people and for programs, the files, and their checksums.
import send from '@fastify/send';
import { acceptedType } from '../accepted-type.ts';
import type { FastifyInstance } from 'fastify';
import { listManifests, publicOf } from '../../dumps/dump-folder.ts';
import type { DumpPlace } from '../../dumps/write-dump.ts';
import { html } from '#kit/html';
import { JSON_TYPE } from '../../http/error-replies.ts';
import { lastModifiedOf, sendAbsence, sendForm, localeFor } from '../answer.ts';
import { missingPage, pageLayout } from '../page-layout.ts';
import { dumpLinks, licenceAddress } from '../signposts.ts';
import type { PublicSide } from '../public-side.ts';

/** Nothing is served where the operator has stated no licence. */
export function addDumpRoutes(
  app: FastifyInstance,
  { place, publicUrl, storage }: PublicSide,
  dumps: DumpPlace,
): void {
  const address = licenceAddress(dumps.licence);
  const link = dumpLinks(address);
  const list = () => ({
    object: 'dump_list',
    licence: dumps.licence,
    data: listManifests(dumps.folder).map((manifest) => ({
      object: 'dump',
      url: `${publicUrl()}/dumps/${manifest.file}`,
      ...publicOf(manifest),
    })),
  });

  app.get('/dumps/index.json', (request, reply) =>
    sendForm(request, reply, { type: JSON_TYPE, body: JSON.stringify(list()), link }),
  );

  app.get('/dumps', (request, reply) => {
    if (acceptedType(request, ['text/html', 'application/json']) === 'application/json')
      return sendForm(request, reply, {
        type: JSON_TYPE,
        body: JSON.stringify(list()),
        link,
      });
    const locale = localeFor(request);
    const { words, number, day } = locale;
    const { data, licence } = list();
    return sendForm(request, reply, {
      ...pageLayout(place, locale, {
        title: `${words.dumps.title} – ${place.name}`,
        head: html`<link rel="alternate" type="application/json" href="/dumps/index.json" />`,
        main: html`<h1>${words.dumps.title}</h1>
          <p class="lead">${words.dumps.lead}</p>
          <p>
            ${words.dumps.licence}
            ${address !== undefined ? html`<a href="${licence}" rel="license">${licence}</a>` : licence}
          </p>
          ${
            data.length === 0
              ? html`<p>${words.dumps.empty}</p>`
              : html`<div class="scroll">
                  <table>
                    <thead>
                      <tr>
                        <th scope="col">${words.dumps.day}</th>
                        <th scope="col">${words.works}</th>
                        <th scope="col">MiB</th>
                        <th scope="col">${words.dumps.sequence}</th>
                        <th scope="col">SHA-256</th>
                      </tr>
                    </thead>
                    <tbody>
                      ${data.map(
                        (dump) =>
                          html`<tr>
                            <td><a href="/dumps/${dump.file}">${day(dump.created_at)}</a></td>
                            <td>${number(dump.works)}</td>
                            <td>${number(Math.round((dump.bytes / 2 ** 20) * 10) / 10)}</td>
                            <td>${dump.sequence}</td>
                            <td>
                              <a href="/dumps/${dump.file}.sha256"
                                ><code>${dump.sha256.slice(0, 12)}…</code></a
                              >
                            </td>
                          </tr>`,
                      )}
                    </tbody>
                  </table>
                </div>`
          }`,
      }),
      link,
    });
  });

  app.get<{ Params: { name: string } }>('/dumps/:name', async (request, reply) => {
    const { name } = request.params;
    const file = name.replace(/\.sha256$/, '');
    const manifest = listManifests(dumps.folder).find((one) => one.file === file);
    if (manifest === undefined) return sendAbsence(reply, 404, missingPage(place, localeFor(request)));
    // A dump of a day is written again when a work is withdrawn.
    reply.header('cache-control', 'public, no-cache');
    if (link !== undefined) reply.header('link', link);
    if (file !== name)
      return reply.type('text/plain; charset=utf-8').send(`${manifest.sha256}  ${manifest.file}\n`);
    const sent = await send(request.raw, manifest.stored_as, {
      root: dumps.folder,
      cacheControl: false,
    });
    // Such as a part behind its end: what is sent then is a page that says so.
    if (sent.type !== 'file') return reply.code(sent.statusCode).headers(sent.headers).send(sent.stream);
    sent.headers['last-modified'] = lastModifiedOf(sent.metadata.stat.mtime, storage.clock);
    return reply
      .code(sent.statusCode)
      .headers(sent.headers)
      .header('content-disposition', `attachment; filename="${manifest.file}"`)
      .type('application/gzip')
      .send(sent.stream);
  });
}
