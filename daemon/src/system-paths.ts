// Where a service that "install" set up has its settings and its data.

/** Settings, one NAME=value a line. The environment wins. */
export const CONFIG_FILE = '/etc/artwork-registry/daemon.env';

/** Journal, pairings and keys. */
export const SYSTEM_DATA_DIR = '/var/lib/artwork-registry';
