// The remaining time, shown only while it is plausible: "in less than a minute" must not stay for a minute and a half.
import { __, sprintf } from '@wordpress/i18n';

/** Without a work that was finished for so long, nobody knows. */
const believedMs = 20_000;

/** `stillMs`: since when no work has been finished; null: none has been yet. */
export function etaWords(seconds: number | null, stillMs: number | null): string | null {
  if (seconds === null || seconds <= 0) return null;
  if (seconds < 60) {
    return stillMs === null || stillMs > believedMs
      ? null
      : __('in less than a minute', 'artwork-registry-connector');
  }
  /* translators: %d: minutes. */
  return sprintf(__('in about %d min', 'artwork-registry-connector'), Math.round(seconds / 60));
}

/** The first part of a large job: the sync service reads the works before it sends the first. */
export function readingWords(job: { done: number; total: number } | null): string | null {
  return job === null || job.total === 0
    ? null
    : sprintf(
        /* translators: 1: works read so far, 2: all works. */
        __('%1$d of %2$d artworks read', 'artwork-registry-connector'),
        Math.min(job.done, job.total),
        job.total,
      );
}
