// The numbers and codes of one artwork, for support.
import { dateI18n, getSettings } from '@wordpress/date';
import { __ } from '@wordpress/i18n';
import { ArtId } from '../work/ArtId.tsx';
import type { Work } from '../work/work.ts';

export function WorkDetails({ work }: { work: Work }) {
  return (
    <dl className="areg-facts">
      <Fact name={__('Number on this site', 'artwork-registry-connector')}>
        <code>{work.external_id}</code>
      </Fact>
      <Fact name={__('Art ID', 'artwork-registry-connector')}>
        {work.registry_id === null ? '–' : <ArtId id={work.registry_id} page={work.public_page} />}
      </Fact>
      <Fact name={__('Last confirmed', 'artwork-registry-connector')}>{fullTime(work.confirmed_at)}</Fact>
      <Fact name={__('Last changed in the registry', 'artwork-registry-connector')}>
        {fullTime(work.shows?.updated_at ?? null)}
      </Fact>
      {work.error !== null && (
        <>
          <Fact name={__('Error code', 'artwork-registry-connector')}>
            <code>{work.error.code}</code>
          </Fact>
          <Fact name={__('The registry’s own words', 'artwork-registry-connector')}>
            {work.error.message || '–'}
          </Fact>
        </>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const fullTime = (at: string | null) =>
  at === null ? '–' : dateI18n(getSettings().formats.datetime, at, undefined);
