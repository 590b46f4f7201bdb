/** Where a service that "install" set up has its journal, pairings and keys. */
export const SYSTEM_DATA_DIR = '/var/lib/artwork-registry';
