// The systemd unit of the server: a user of its own, the folders it may write to, and nothing else of the machine.

export type UnitOptions = {
  node: string;
  main: string;
  /** Data, and where the settings file names them dumps and backups. */
  folders: string[];
  environmentFile: string;
};

/** The text of the unit. Names with spaces are quoted as systemd wants them. */
export function systemdUnit({ node, main, folders, environmentFile }: UnitOptions): string {
  return `[Unit]
Description=Artwork Registry
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=artwork-registry-server
Group=artwork-registry-server
Environment=NODE_ENV=production
EnvironmentFile=${environmentFile}
ExecStart=${[quote(node), quoteArgument(main), 'serve'].join(' ')}
Restart=always
RestartSec=1
# It finishes what it has begun, for 9 seconds at most, after REGISTRY_DRAIN_SECONDS.
TimeoutStopSec=75
KillSignal=SIGTERM
UMask=0077
StateDirectory=artwork-registry-server
StateDirectoryMode=0700
ReadWritePaths=${folders.map(quotePath).join(' ')}
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
