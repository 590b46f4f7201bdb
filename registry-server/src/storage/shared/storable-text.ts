/** PostgreSQL stores every character but NUL, which no text of ours needs. */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}
