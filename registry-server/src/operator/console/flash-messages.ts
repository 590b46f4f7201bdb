// What a form has done, told on the page it leads to. The address carries a word from this list, never a sentence: what
// somebody else writes into a link is not shown.

const DONE = {
  'key-revoked': 'The key is revoked. It stops working within two seconds.',
  'key-updated': 'The key is changed.',
  'webhook-paused': 'The webhook is paused. Its events are kept.',
  'webhook-resumed': 'The webhook is active again. What waited is sent, oldest first.',
  'test-queued': 'A test is queued. It is the newest delivery below.',
  'organization-made': 'The organisation is made. Next it needs a profile and a key.',
  'organization-active': 'The organisation is active. Its keys work again.',
  'organization-inactive':
    'The organisation is inactive. Its keys are refused within two seconds; its works stay public.',
  'organization-erased':
    'The organisation is erased. Its Art IDs stay, withdrawn. Dumps follow within a minute; backups keep it until they are removed.',
  'person-erased': 'What was held of this address is erased. Backups keep it until they are removed.',
  'profile-made': 'The profile is made.',
  'profile-moved': 'The profile has the new short name. The former one leads here.',
  'profile-updated': 'The profile is changed. Its works show it at once.',
  'artist-updated': 'What is known of the artist is saved.',
  'artist-renamed': 'The artist has the new name. Works show it at once.',
  'artist-merged': 'The two records are one.',
  'work-withdrawn': 'The work is withdrawn.',
  'work-restored': 'The work is back in the registry.',
  'work-moved': 'The work is in the other profile.',
  'certificate-withdrawn': 'The certificate is withdrawn.',
  resent: 'The delivery is queued again.',
  rejected: 'The request is rejected.',
} as const;

export type Done = keyof typeof DONE;

export function doneText(query: unknown): string | undefined {
  const word = (query as { done?: unknown }).done;
  return typeof word === 'string' && Object.hasOwn(DONE, word) ? DONE[word as Done] : undefined;
}
