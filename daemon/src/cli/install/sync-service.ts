// The sync service as systemd runs it, for one gallery or as a host for many.
import type { Service } from '#kit/install/service';
import { systemdUnit } from '#kit/install/systemd-unit';
import { SETTINGS_FILE } from '../../settings.ts';

export const SYNC_SERVICE: Service = {
  called: 'sync service',
  user: 'artwork-registry',
  unit: 'artwork-registry.service',
  command: 'run',
  settingsFile: SETTINGS_FILE.file,
  stays: 'Published works, keys and journal',
};

/** Small generations: the service is quick enough with them, and stays small beside a shop. */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=96'] as const;
/** One heap of the C library for all threads: with one for each, what they leave unused comes to 20 MiB. */
export const ENVIRONMENT = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '1',
  // Not words of ExecStart: the settings file may say otherwise, as for many large galleries on one machine.
  NODE_OPTIONS: NODE_FLAGS.join(' '),
} as const;

/** How an installed host is recognised. */
export const HOST_COMMAND = ' host run\n';

/** The text of the unit. `isHost`: `host run` instead of `run`. */
export function syncServiceUnit(options: {
  node: string;
  main: string;
  dataDir: string;
  isHost: boolean;
}): string {
  const { node, main, dataDir, isHost } = options;
  // The cells of a host take their own flags, and would inherit these.
  const { NODE_OPTIONS, ...others } = ENVIRONMENT;
  return systemdUnit({
    description: `Artwork Registry sync service${isHost ? ' for many galleries' : ''}`,
    user: SYNC_SERVICE.user,
    environment: isHost ? others : { ...others, NODE_OPTIONS },
    environmentFile: SYNC_SERVICE.settingsFile,
    node,
    main,
    command: isHost ? 'host run' : SYNC_SERVICE.command,
    folders: [dataDir],
    restartSeconds: 5,
    stop: { seconds: 15, why: 'It ends what is under way, for 8 seconds at most.' },
  });
}
