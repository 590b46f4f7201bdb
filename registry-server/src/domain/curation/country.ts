// The country of a profile: two letters of ISO 3166, as programs read it.

export const COUNTRY_RULE = 'two letters, such as CH';

/** In capitals; null where nothing is given, undefined for anything else. */
export function readCountry(text = ''): string | null | undefined {
  const code = text.trim().toUpperCase();
  if (code === '') return null;
  return /^[A-Z]{2}$/.test(code) ? code : undefined;
}
