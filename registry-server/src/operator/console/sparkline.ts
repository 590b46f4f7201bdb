// One day of a webhook in 24 bars: delivered above the line, failed below. Described in words as well.
import type { DeliveryHour } from '../../storage/operator-records.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { counted } from './words.ts';

export const HOURS = 24;
const STEP = 5;
const BAR = 4;
// Heights above the line (delivered) and below it (failed).
const ABOVE = 22;
const BELOW = 10;

/** `hours` of one webhook; hour 0 is the oldest. */
export function sparkline(hours: readonly DeliveryHour[]): Html {
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  if (delivered + failed === 0) return html`<span class="soft">nothing sent</span>`;
  const most = Math.max(1, ...hours.map((hour) => Math.max(hour.delivered, hour.failed)));
  const bars = hours
    .filter((hour) => hour.hour >= 0 && hour.hour < HOURS)
    .flatMap((hour) => {
      const x = hour.hour * STEP;
      // Even the smallest number stays visible.
      const up = hour.delivered === 0 ? 0 : Math.max(2, (hour.delivered / most) * ABOVE);
      const down = hour.failed === 0 ? 0 : Math.max(2, (hour.failed / most) * BELOW);
      return [
        html`<rect
          class="delivered"
          x="${x}"
          y="${(ABOVE - up).toFixed(1)}"
          width="${BAR}"
          height="${up.toFixed(1)}"
        />`,
        html`<rect class="failed" x="${x}" y="${ABOVE + 1}" width="${BAR}" height="${down.toFixed(1)}" />`,
      ];
    });
  const words = `${counted(delivered, 'delivery', 'deliveries')} arrived, ${failed} failed`;
  return html`<svg
      class="spark"
      viewBox="0 0 ${HOURS * STEP} ${ABOVE + BELOW + 1}"
      preserveAspectRatio="none"
      role="img"
      aria-label="Last 24 hours: ${words}"
    >
      <rect class="base" x="0" y="${ABOVE}" width="${HOURS * STEP}" height="1" />
      ${bars}</svg
    ><span class="soft">${words}</span>`;
}
