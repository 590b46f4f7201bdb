// Everything that happened lately, here and in the registry.
import { __ } from '@wordpress/i18n';
import { LiveScreen } from '../screen/LiveScreen.tsx';
import { Activity } from './Activity.tsx';

export function ActivityScreen() {
  return (
    <LiveScreen label={__('Loading the activity', 'artwork-registry-connector')} parts={['line', 'table']}>
      {({ tick }) => <Activity tick={tick} />}
    </LiveScreen>
  );
}
