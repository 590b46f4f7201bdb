// Text for HTML: escaped for elements and attributes, and JSON that cannot end its script element.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** JSON for a script element: `<`, `>` and `&` are escaped inside it, so neither </script> nor <!-- can occur. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/[<>&]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}
