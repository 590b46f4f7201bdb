// The addresses of our screens, as links below wp-admin.

export type ScreenName = 'artworks' | 'fields' | 'settings' | 'activity' | 'connect' | 'report' | 'artists';

export const overviewUrl = 'admin.php?page=artwork-registry';

export const urlOf = (name: ScreenName) => `${overviewUrl}-${name}`;
