// JSON inside a script element of a page.
import { Html } from '#kit/html';

/** `<`, `>` and `&` are escaped inside the JSON, so neither </script> nor <!-- can occur. */
export function scriptJson(value: unknown): Html {
  return new Html(
    JSON.stringify(value)
      .replace(/[<>&]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replace(/\u2028/g, '\\u2028')
      .replace(/\u2029/g, '\\u2029'),
  );
}
