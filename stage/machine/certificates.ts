// The development certificate authority: made at the first start, kept in the data folder, trusted by nobody but our own parts.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCA, createCert } from 'mkcert';

export interface Certificates {
  caFile: string;
  certFile: string;
  keyFile: string;
}

/** Makes (once) a certificate authority and a certificate for 127.0.0.1 and localhost; keys get mode 600. */
export async function ensureCertificates(dataDir: string): Promise<Certificates> {
  const dir = join(dataDir, 'certificates');
  const files = {
    caFile: join(dir, 'ca.pem'),
    certFile: join(dir, 'cert.pem'),
    keyFile: join(dir, 'key.pem'),
  };
  if (existsSync(files.keyFile)) return files;
  await mkdir(dir, { recursive: true });
  const ca = await createCA({
    organization: 'Artwork Registry development',
    countryCode: 'XX',
    state: 'none',
    locality: 'none',
    validity: 3650,
  });
  const cert = await createCert({ ca, domains: ['127.0.0.1', 'localhost'], validity: 825 });
  await writeFile(files.caFile, ca.cert);
  await writeFile(files.certFile, cert.cert);
  // Last: its presence says that all three are whole.
  await writeFile(files.keyFile, cert.key, { mode: 0o600 });
  return files;
}
