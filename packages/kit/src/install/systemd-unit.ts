// The systemd unit of a service: a user of its own, the folders it may write to, and nothing else of the machine.

export type UnitOptions = {
  description: string;
  /** Also the group, and the name of the folder below /var/lib. */
  user: string;
  environment: Readonly<Record<string, string>>;
  environmentFile: string;
  node: string;
  main: string;
  /** What the program is called with: "serve". */
  command: string;
  /** All that the service may write to. */
  folders: readonly string[];
  restartSeconds: number;
  /** How long systemd waits for a stop before it kills, and why so long, as a comment in the unit. */
  stop: { seconds: number; why: string };
};

/**
 * What a service is denied. One list for all of them, also for deploy/systemd/registry.service: a line that only one unit had would be a
 * hole in the others. AF_NETLINK is how a program lists the addresses of the machine, as Fastify does when it listens on 0.0.0.0.
 */
export const HARDENING = [
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'ProtectSystem=strict',
  'ProtectHome=read-only',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  'ProtectControlGroups=yes',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'ProtectProc=invisible',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'LockPersonality=yes',
  'RemoveIPC=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
] as const;

/** The text of the unit. Names with spaces are quoted as systemd wants them. */
export function systemdUnit(options: UnitOptions): string {
  const { description, user, environment, environmentFile, restartSeconds, stop, folders } = options;
  const { node, main, command } = options;
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${quote(`${name}=${value}`)}`,
  );
  return `[Unit]
Description=${description}
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=${user}
Group=${user}
${variables.join('\n')}
EnvironmentFile=${environmentFile}
ExecStart=${[quote(node), quoteArgument(main), command].join(' ')}
Restart=always
RestartSec=${restartSeconds}
# ${stop.why}
TimeoutStopSec=${stop.seconds}
KillSignal=SIGTERM
UMask=0077
StateDirectory=${user}
StateDirectoryMode=0700
ReadWritePaths=${folders.map(quotePath).join(' ')}
${HARDENING.join('\n')}

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
