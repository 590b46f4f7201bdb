import { expect, it } from 'vitest';
import { failureWords } from './failure-words.ts';

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });

it.each([
  [
    'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  ['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'intermediate certificate'],
  [
    '408D65F0BA7F0000:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'the registry needs TLS 1.2 or newer',
  ],
  ['connect ECONNREFUSED 203.0.113.9:443', 'ECONNREFUSED', 'connect ECONNREFUSED 203.0.113.9:443'],
])('says of "%s" what the receiver has to change', (message, code, words) => {
  expect(failureWords(failure(message, code))).toContain(words);
  expect(failureWords(failure(message, code))).not.toMatch(/routines|Node\.js/);
});
