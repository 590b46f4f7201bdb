// The systemd unit of the sync service: a user of its own, one folder it may write to, and nothing else of the machine.

/** Small generations: the service is quick enough with them, and stays small beside a shop. */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=96'] as const;
/** One heap of the C library for all threads: with one for each, what they leave unused comes to 20 MiB. */
export const ENVIRONMENT = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '1',
  // Not words of ExecStart: the settings file may say otherwise, as for many large galleries on one machine.
  NODE_OPTIONS: NODE_FLAGS.join(' '),
} as const;

export type UnitOptions = {
  node: string;
  main: string;
  dataDir: string;
  environmentFile: string;
  /** `host run` instead of `run`. */
  isHost: boolean;
};

/** How an installed host is recognised. */
export const HOST_COMMAND = ' host run\n';

/** The text of the unit. Names with spaces are quoted as systemd wants them. */
export function systemdUnit({ node, main, dataDir, environmentFile, isHost }: UnitOptions): string {
  const words = [quote(node), quoteArgument(main), ...(isHost ? ['host', 'run'] : ['run'])].join(' ');
  // The cells of a host take their own flags, and would inherit these.
  const { NODE_OPTIONS, ...others } = ENVIRONMENT;
  const environment = Object.entries(isHost ? others : { ...others, NODE_OPTIONS })
    .map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`)
    .join('\n');
  return `[Unit]
Description=Artwork Registry sync service${isHost ? ' for many galleries' : ''}
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=artwork-registry
Group=artwork-registry
${environment}
EnvironmentFile=${environmentFile}
ExecStart=${words}
Restart=always
RestartSec=5
TimeoutStopSec=15
KillSignal=SIGTERM
UMask=0077
StateDirectory=artwork-registry
StateDirectoryMode=0700
ReadWritePaths=${quotePath(dataDir)}
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}

/** A percent sign is a specifier to systemd wherever it stands: doubled, it is itself. */
function quote(word: string): string {
  const plain = word.replaceAll('%', '%%');
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`;
}

/** Of ExecStart, behind the program: a dollar sign is a variable there. */
const quoteArgument = (word: string): string => quote(word.replaceAll('$', '$$$$'));

/** Of ReadWritePaths, where a backslash does not escape: a double quote stands in single ones. */
function quotePath(path: string): string {
  const plain = path.replaceAll('%', '%%');
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `"${plain.replaceAll('"', `"'"'"`)}"`;
}
