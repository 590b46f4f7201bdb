/** What differs between the services that `install` sets up. */
export type Service = {
  /** In sentences: "sync service". */
  called: string;
  /** System user and group, and the name of the folder below /var/lib. */
  user: string;
  /** File name of the systemd unit. */
  unit: string;
  /** The command that serves. */
  command: string;
  settingsFile: string;
  /** What `uninstall` leaves behind, at the beginning of a sentence. */
  stays: string;
};
