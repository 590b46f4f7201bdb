// A certificate of one's own for this machine, as a service with TLS of its own has it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes key and certificate into the folder; returns the settings that name them. */
export function ownCertificate(folder: string): { DAEMON_TLS_CERT: string; DAEMON_TLS_KEY: string } {
  const tls = { DAEMON_TLS_CERT: join(folder, 'cert.pem'), DAEMON_TLS_KEY: join(folder, 'key.pem') };
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2'],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', tls.DAEMON_TLS_KEY, '-out', tls.DAEMON_TLS_CERT],
    ],
    { stdio: 'ignore' },
  );
  return tls;
}
