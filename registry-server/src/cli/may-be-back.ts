// What a restore cannot know where the database that it replaces is lost: all that was taken away since the backup.

export const MAY_BE_BACK: readonly string[] = [
  'what was taken away after the backup is as it was before. Before the server starts, do again what you know of:',
  '- works withdrawn (artwork withdraw), keys revoked (key revoke), organisations deactivated (org deactivate)',
  '- organisations and people erased (org erase, person erase)',
  '- certificates withdrawn (certificate withdraw), and signing keys revoked (certificate revoke-key)',
  '- operators removed, their passwords and roles (operator remove, operator update)',
  '- profiles left out of the dumps (profile update --no-dumps), or that hid their country',
  '- webhooks deleted, changed or rotated: they are paused',
  'lost are certificates issued since, and with them the keys that signed them if they were made since: a buyer who shows one is right; ' +
    'former addresses of profiles renamed since. A site that moved since has its former address until it connects again',
];
