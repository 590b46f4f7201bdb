// "3 minutes ago", with the full time for those who ask.
import { dateI18n, getSettings, humanTimeDiff } from '@wordpress/date';

export function Ago({ at }: { at: string | null }) {
  if (at === null) return <>–</>;
  return (
    <time dateTime={at} title={dateI18n(getSettings().formats.datetime, at, undefined)}>
      {humanTimeDiff(at, new Date())}
    </time>
  );
}
