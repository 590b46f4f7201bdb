// Which versions of the plugin a host works with. Others are told so when they connect.

export const OLDEST_PLUGIN = '0.1.0';
/** The protocol changes with the first number above this. */
const NEWEST_MAJOR = 1;

/** True where the version is in the window, such as "0.1.0" or "1.2.0-beta". */
export function isServedVersion(version: string): boolean {
  const numbers = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(version)?.slice(1).map(Number);
  if (!numbers) return false;
  const oldest = OLDEST_PLUGIN.split('.').map(Number);
  for (let place = 0; place < 3; place += 1) {
    const difference = (numbers[place] || 0) - oldest[place]!;
    if (difference !== 0) return difference > 0 && numbers[0]! <= NEWEST_MAJOR;
  }
  return true;
}
