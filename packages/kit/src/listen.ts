// Opening a port: one that cannot be opened is refused in words that name its setting.
import { CliError } from './cli-error.ts';

/** Waits for `opening`. Rejects with a CliError where another program has the port, or the user of the process may not open it. */
export async function listenAt<Result>(
  { setting, port }: { setting: string; port: number },
  opening: Promise<Result>,
): Promise<Result> {
  try {
    return await opening;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CliError('port_in_use', `port ${port} is already in use; set ${setting} to a free one`);
    if (code === 'EACCES')
      throw new CliError('port_refused', `port ${port} may not be opened; set ${setting} above 1023`);
    throw error;
  }
}
