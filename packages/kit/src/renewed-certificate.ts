// The TLS certificate of a service: read at its start, and taken up without a restart when the files change and on SIGHUP. Open connections
// continue with the former one.
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, Server } from 'node:tls';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ConfigError, readFileOfSetting } from './config-error.ts';

const LOOK_MS = 60_000;

type Files = { certFile: string; keyFile: string };

/** The two files as `https.createServer` takes them. Throws a ConfigError that names the setting; `prefix` begins its name. */
export function readCertificate({ certFile, keyFile }: Files, prefix: string): { cert: Buffer; key: Buffer } {
  const [certName, keyName] = [`${prefix}_TLS_CERT`, `${prefix}_TLS_KEY`];
  const context = {
    cert: readFileOfSetting(certName, certFile),
    key: readFileOfSetting(keyName, keyFile),
  };
  try {
    createSecureContext(context);
  } catch (error) {
    throw new ConfigError(
      `${certName} and ${keyName} must be a certificate and its private key as PEM files. ${certFile} and ${keyFile} are not: ${(error as Error).message}`,
    );
  }
  return context;
}

/** `lookMs`: how often the files are looked at. */
export function takeUpRenewedCertificate(
  app: FastifyInstance,
  { certFile, keyFile }: Files,
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
