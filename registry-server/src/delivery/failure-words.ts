// Why an attempt has failed, for the operator. The words of Node and OpenSSL about certificates advise on the wrong machine, or say nothing.

const CERTIFICATE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its server does not send the intermediate certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is of an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is of an authority that is not known here',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

export function failureWords(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const words = CERTIFICATE[code];
  if (words !== undefined) return `${words} (${code})`;
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO')
    return `it and the registry have no form of TLS in common (${code}); the registry needs TLS 1.2 or newer`;
  return error.message || code || error.name;
}
