// The full date and time, after words such as "since" that "3 minutes ago" does not go with.
import { dateI18n, getSettings } from '@wordpress/date';

export function Moment({ at }: { at: string | null }) {
  if (at === null) return <>–</>;
  return <time dateTime={at}>{dateI18n(getSettings().formats.datetime, at, undefined)}</time>;
}
