// The registry's own form for access. Sealed like a key, so that names and addresses stand in no database dump.
import { TextareaControl, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Connection, Overview } from '../settings/api.ts';
import { FormEnd } from './FormEnd.tsx';
import { RegistryAddress } from './RegistryAddress.tsx';
import { useHandOver } from './use-hand-over.ts';

interface Props {
  connection: Connection;
  onChange: (next: Overview) => void;
}

/** Of the registry's API. */
const NAME_MIN = 2;
const USE_MIN = 20;
const USE_MAX = 3000;
/** What is half written outlives a reload of this tab, and no more. */
const DRAFT = 'artwork-registry-access-form';

interface Form {
  name: string;
  email: string;
  organization: string;
  website: string;
  intended_use: string;
  expected_volume: string;
}

export function AccessForm({ connection, onChange }: Props) {
  const { hand_over: offer, handed } = connection;
  const [address, setAddress] = useState(offer.registry_url ?? '');
  const [form, setForm] = useState<Form>(() => ({ ...empty(connection), ...draft() }));
  const { error, send } = useHandOver('access_request', connection, onChange);
  const refused = handed?.kind === 'access_request' && handed.state === 'failed' ? handed.fields : [];
  const set = (field: keyof Form) => (value: string) => {
    const next = { ...form, [field]: value };
    sessionStorage.setItem(DRAFT, JSON.stringify(next));
    setForm(next);
  };
  const submit = () => {
    const request = Object.fromEntries(
      Object.entries(form).flatMap(([field, value]) => (value.trim() === '' ? [] : [[field, value.trim()]])),
    );
    send({ registry_url: address.trim(), request }, complaint(address, form));
  };
  const text = (field: keyof Form, label: string, more: { type?: 'email' | 'url'; help?: string } = {}) => (
    <TextControl
      label={label}
      value={form[field]}
      onChange={set(field)}
      className={refused.includes(field) ? 'is-refused' : ''}
      aria-invalid={refused.includes(field)}
      __nextHasNoMarginBottom
      __next40pxDefaultSize
      {...more}
    />
  );
  return (
    <form
      className="areg-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RegistryAddress value={address} onChange={setAddress} />
      {text('name', __('Your name', 'artwork-registry-connector'))}
      {text('email', __('E-mail', 'artwork-registry-connector'), { type: 'email' })}
      {text('organization', __('Gallery (optional)', 'artwork-registry-connector'))}
      {text('website', __('Website', 'artwork-registry-connector'), { type: 'url' })}
      <TextareaControl
        label={__('What you want to register', 'artwork-registry-connector')}
        /* translators: %d: number of characters. */
        help={sprintf(__('At least %d characters.', 'artwork-registry-connector'), USE_MIN)}
        value={form.intended_use}
        maxLength={USE_MAX}
        onChange={set('intended_use')}
        aria-invalid={refused.includes('intended_use')}
        __nextHasNoMarginBottom
      />
      {text('expected_volume', __('How many artworks (optional)', 'artwork-registry-connector'))}
      <FormEnd
        handed={handed}
        kind="access_request"
        error={error}
        label={__('Request access', 'artwork-registry-connector')}
      />
    </form>
  );
}

function complaint(address: string, form: Form): string | null {
  if (address.trim() === '') return __('Enter the address of the registry.', 'artwork-registry-connector');
  if (form.name.trim().length < NAME_MIN) return __('Enter your name.', 'artwork-registry-connector');
  if (!/^\S+@\S+\.\S+$/.test(form.email.trim())) {
    return __('Enter an e-mail address: the registry sends its answer there.', 'artwork-registry-connector');
  }
  if (!/^https?:\/\/\S+$/.test(form.website.trim())) {
    return __('Enter the address of your website; it begins with https://.', 'artwork-registry-connector');
  }
  if (form.intended_use.trim().length < USE_MIN) {
    /* translators: %d: number of characters. */
    return sprintf(
      __('Say in at least %d characters what you want to register.', 'artwork-registry-connector'),
      USE_MIN,
    );
  }
  return null;
}

const empty = (connection: Connection): Form => ({
  name: '',
  email: '',
  organization: '',
  website: connection.site_url,
  intended_use: '',
  expected_volume: '',
});

function draft(): Partial<Form> {
  try {
    return (JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}') ?? {}) as Partial<Form>;
  } catch {
    return {};
  }
}
