// What programs are told about the registry: /robots.txt, /llms.txt and /.well-known/api-catalog (RFC 9727, linkset of RFC 9264).

/** `hasDumps`: whether everything can be had in one file. */
export function robotsTxt(publicUrl: string, isTest: boolean, hasDumps: boolean): string {
  const rules = isTest ? ['Disallow: /'] : ['Disallow: /search', 'Disallow: /operator', 'Disallow: /api/'];
  return [
    '# One address for each artwork, and all of them in the sitemap. Please do not walk through the search.',
    ...(hasDumps ? [`# Everything in one file, each night: ${publicUrl}/dumps/`] : []),
    'User-agent: *',
    ...rules,
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

export function llmsTxt(publicUrl: string, name: string, hasDumps: boolean): string {
  return `# ${name}

> A public register of artworks. Each has a permanent Art ID such as AREG-100001, and an address that stays: ${publicUrl}/artworks/{Art ID}

Who registered a work asserts what its record says; the registry does not say that a work is authentic. A work that is not
public answers 404. One that the registry withdrew answers 410.

## Reading one artwork

- [Page](${publicUrl}/artworks/{Art ID}): HTML, English and German by Accept-Language
- [JSON](${publicUrl}/artworks/{Art ID}.json): the public record
- [schema.org](${publicUrl}/artworks/{Art ID}.jsonld): JSON-LD
- [Linked Art](${publicUrl}/artworks/{Art ID}.jsonld?profile=linked-art): JSON-LD
- [oEmbed](${publicUrl}/oembed?url={address}): a card for other sites

## Reading all of them

${hasDumps ? `- [Dumps](${publicUrl}/dumps/): every public artwork in one file, made each night\n` : ''}- [Sitemap](${publicUrl}/sitemap.xml): every public artwork with the day of its last change
- [API](${publicUrl}/docs): search, lists and a gap-free feed of changes; needs a key, which POST /api/v1/integrations/access-requests gives
`;
}

export function apiCatalog(publicUrl: string): object {
  return {
    linkset: [
      {
        anchor: `${publicUrl}/api/v1`,
        'service-desc': [{ href: `${publicUrl}/api/v1/openapi.json`, type: 'application/json' }],
        'service-doc': [{ href: `${publicUrl}/docs`, type: 'text/html' }],
        status: [{ href: `${publicUrl}/status.json`, type: 'application/json' }],
      },
    ],
  };
}
