// One group of possible duplicates: what they are, the first of them, and the three choices.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { DuplicateChoice, DuplicateGroup, DuplicateLink } from '../screen/api.ts';

interface Props {
  group: DuplicateGroup;
  canChoose: boolean;
  onChoose: (choice: DuplicateChoice) => void;
}

export function DuplicateRow({ group, canChoose, onChoose }: Props) {
  const [isChoosing, setIsChoosing] = useState(false);
  const title = group.title || __('(no title)', 'artwork-registry-connector');
  const more = group.works - group.first.length;
  const choices: { choice: DuplicateChoice; label: string }[] = [
    { choice: 'one', label: __('One artwork for the edition', 'artwork-registry-connector') },
    /* translators: %d: number of works. */
    {
      choice: 'number',
      label: sprintf(__('Number each (1/%d …)', 'artwork-registry-connector'), group.works),
    },
    { choice: 'none', label: __('Register none of them', 'artwork-registry-connector') },
  ];
  return (
    <li>
      <div>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {group.artist !== '' && ` · ${group.artist}`}
        {' · '}
        {/* translators: %d: number of works. */}
        {sprintf(__('%d artworks', 'artwork-registry-connector'), group.works)}
        <div className="areg-why">
          {group.first.map((work, index) => (
            <span key={work.external_id}>
              {index > 0 && ', '}
              <WorkLink work={work} />
            </span>
          ))}
          {/* translators: %d: number of works. */}
          {more > 0 && ` ${sprintf(__('and %d more', 'artwork-registry-connector'), more)}`}
        </div>
        {group.known !== null && (
          <div className="areg-why">
            {__('Already registered:', 'artwork-registry-connector')} <WorkLink work={group.known} />
          </div>
        )}
      </div>
      <div className="areg-buttons" role="group" aria-label={title} hidden={!canChoose}>
        {choices.map(({ choice, label }) => (
          <Button
            key={choice}
            variant="secondary"
            size="compact"
            disabled={isChoosing}
            accessibleWhenDisabled
            onClick={() => {
              setIsChoosing(true);
              onChoose(choice);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

function WorkLink({ work }: { work: DuplicateLink }) {
  const number = `#${work.external_id}`;
  return work.edit_url === null ? <>{number}</> : <a href={work.edit_url}>{number}</a>;
}
