// Asks the registry for access. Sealed like a key, so that names and addresses stand in no database dump. The owner enters three things;
// the rest of the registry's form is known here.
import { TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Connection, Overview } from '../screen/api.ts';
import { FormEnd } from './FormEnd.tsx';
import { RegistryAddress } from './RegistryAddress.tsx';
import { useHandOver } from './use-hand-over.ts';

interface Props {
  overview: Overview;
  onChange: (next: Overview) => void;
}

/** Of the registry's API. */
const NAME_MIN = 2;
/** What is half written outlives a reload of this tab, and no more. */
const DRAFT = 'artwork-registry-access-form';

interface Form {
  name: string;
  email: string;
  organization: string;
}

export function AccessForm({ overview, onChange }: Props) {
  const { connection } = overview;
  const { hand_over: offer, handed, registries } = connection;
  const agreed = registries.agreed?.offer.api ?? null;
  const [address, setAddress] = useState(agreed ?? offer.registry_url ?? '');
  const [form, setForm] = useState<Form>(() => ({ name: '', email: '', organization: '', ...draft() }));
  const { error, send } = useHandOver('access_request', connection, onChange);
  const refused = handed?.kind === 'access_request' && handed.state === 'failed' ? handed.fields : [];
  const set = (field: keyof Form) => (value: string) => {
    const next = { ...form, [field]: value };
    sessionStorage.setItem(DRAFT, JSON.stringify(next));
    setForm(next);
  };
  const submit = () =>
    send(
      { registry_url: address.trim(), request: requestOf(form, overview, connection) },
      complaint(address, form),
    );
  const text = (field: keyof Form, label: string, type: 'text' | 'email' = 'text') => (
    <TextControl
      label={label}
      type={type}
      value={form[field]}
      onChange={set(field)}
      className={refused.includes(field) ? 'is-refused' : ''}
      aria-invalid={refused.includes(field)}
      __nextHasNoMarginBottom
      __next40pxDefaultSize
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
      {agreed === null && <RegistryAddress value={address} onChange={setAddress} />}
      {text('name', __('Your name', 'artwork-registry-connector'))}
      {text('email', __('E-mail', 'artwork-registry-connector'), 'email')}
      {text('organization', __('Gallery', 'artwork-registry-connector'))}
      <p>
        {__(
          'The address of this site and the number of your artworks are sent along. The registry’s operator decides; nobody has to copy a key.',
          'artwork-registry-connector',
        )}
      </p>
      <FormEnd
        handed={handed}
        kind="access_request"
        error={error}
        label={__('Ask for access', 'artwork-registry-connector')}
      />
    </form>
  );
}

/** The registry's form. Its operator reads it, so it is in the language of the registry's own pages. */
function requestOf(form: Form, { works }: Overview, connection: Connection) {
  const gallery = form.organization.trim();
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    organization: gallery,
    website: connection.site_url,
    intended_use: `Register the artworks of ${gallery} from its website ${connection.site_url} (WordPress).`,
    expected_volume: `${works} artworks on the website now`,
  };
}

function complaint(address: string, form: Form): string | null {
  if (address.trim() === '') return __('Enter the address of the registry.', 'artwork-registry-connector');
  if (form.name.trim().length < NAME_MIN) return __('Enter your name.', 'artwork-registry-connector');
  if (!/^\S+@\S+\.\S+$/.test(form.email.trim())) {
    return __('Enter an e-mail address: the registry sends its answer there.', 'artwork-registry-connector');
  }
  if (form.organization.trim() === '') {
    return __('Enter the name of the gallery, as the registry should show it.', 'artwork-registry-connector');
  }
  return null;
}

function draft(): Partial<Form> {
  try {
    return (JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}') ?? {}) as Partial<Form>;
  } catch {
    return {};
  }
}
