const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text has the form of the ids of works, artists and profiles. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
