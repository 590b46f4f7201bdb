// Takes up a renewed TLS certificate without a restart: when the files change, and on SIGHUP. Open connections continue with the former one.
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, Server } from 'node:tls';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const LOOK_MS = 60_000;

/** `lookMs`: how often the files are looked at. */
export function takeUpRenewedCertificate(
  app: FastifyInstance,
  { certFile, keyFile }: { certFile: string; keyFile: string },
  logger: Pick<FastifyBaseLogger, 'info' | 'error'>,
  lookMs = LOOK_MS,
): void {
  const reload = () => {
    try {
      const context = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
      // Throws where the two do not belong together, as between the two writes of a renewal: the next look finds both.
      createSecureContext(context);
      if (app.server instanceof Server) app.server.setSecureContext(context);
      logger.info({ certificate: certFile }, 'took up the certificate');
    } catch (error) {
      logger.error({ err: error }, 'could not take up the certificate; the former one stays');
    }
  };
  for (const file of [certFile, keyFile]) watchFile(file, { interval: lookMs, persistent: false }, reload);
  process.on('SIGHUP', reload);
  app.addHook('onClose', async () => {
    process.off('SIGHUP', reload);
    for (const file of [certFile, keyFile]) unwatchFile(file, reload);
  });
}
