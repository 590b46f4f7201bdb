// Art IDs as people type them. They are issued in capitals, and read in any case.

const ART_ID = /^[a-z][a-z0-9]{1,11}-\d{1,16}$/i;

/** The Art ID that the text is, in capitals; undefined where it is none, such as a uuid. */
export function artIdOf(text: string): string | undefined {
  return ART_ID.test(text) ? text.toUpperCase() : undefined;
}

/** What names a work: an Art ID in capitals, anything else as it is. */
export function workIdOf(text: string): string {
  return artIdOf(text) ?? text;
}
