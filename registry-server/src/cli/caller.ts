// Who types a command: as the operating system says, and the person behind sudo where it was used.
import { userInfo } from 'node:os';

export function callerName(): string {
  const behindSudo = process.env['SUDO_USER'] ?? '';
  if (behindSudo !== '') return behindSudo;
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
