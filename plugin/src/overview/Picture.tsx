// The last 30 days as bars: registered, sold, updated. The numbers stand beside it, so the picture says nothing alone.
import { Card, CardBody, CardHeader } from '@wordpress/components';
import { dateI18n } from '@wordpress/date';
import { __, sprintf } from '@wordpress/i18n';
import type { Day } from '../screen/api.ts';
import { barsOf, HEIGHT, sumOf, WIDTH } from './bars.ts';
import './picture.css';

export function Picture({ days }: { days: Day[] }) {
  const sum = sumOf(days);
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  return (
    <Card className="areg-card">
      <CardHeader>
        <h2>{__('Last 30 days', 'artwork-registry-connector')}</h2>
      </CardHeader>
      <CardBody>
        <ul className="areg-picture-sums">
          <li className="is-registered">
            {/* translators: %d: number of works. */}
            {sprintf(__('%d registered', 'artwork-registry-connector'), sum.registered)}
          </li>
          <li className="is-sold">
            {/* translators: %d: number of works. */}
            {sprintf(__('%d sold', 'artwork-registry-connector'), sum.sold)}
          </li>
          <li className="is-updated">
            {/* translators: %d: number of works. */}
            {sprintf(__('%d updated', 'artwork-registry-connector'), sum.updated)}
          </li>
        </ul>
        {sum.registered + sum.sold + sum.updated > 0 && (
          <div className="areg-picture" aria-hidden="true">
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
              {barsOf(days).map((bar) => (
                <rect
                  key={`${bar.day} ${bar.kind}`}
                  className={`is-${bar.kind}`}
                  x={bar.x}
                  y={bar.y}
                  width={bar.width}
                  height={bar.height}
                >
                  <title>{`${dateI18n('j M', bar.day, undefined)}: ${bar.count}`}</title>
                </rect>
              ))}
            </svg>
            <div className="areg-picture-days">
              <span>{dateI18n('j M', first, undefined)}</span>
              <span>{dateI18n('j M', last, undefined)}</span>
            </div>
          </div>
        )}
      </CardBody>
    </Card>
  );
}
