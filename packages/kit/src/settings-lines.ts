// Which lines of the settings file systemd and this program would read differently, or not at all. systemd keeps an unquoted "#",
// which Node takes for a comment; it takes a backslash, also at the end of a comment, and what follows a closing quote in its own way;
// it ignores "export".

/** An empty line, a comment, or NAME=value. Quoted values may have several lines; single quotes keep everything as it is. */
const READ_ALIKE =
  /(?:[ \t]*(?:#(?:[^\n]*[^\n\\])?)?|(?![ \t]*export[ \t])[ \t]*[^\s=#][^\n=]*=[ \t]*(?:'[^']*'|"[^"\\]*"|(?!["'`])[^\n#\\]*)[ \t]*)\r?(?:\n|$)/y;

/** A complaint for each, by its number: the text may be a secret. */
export function complaintsOfLines(text: string): string[] {
  const complaints: string[] = [];
  let at = 0;
  while (at < text.length) {
    READ_ALIKE.lastIndex = at;
    const length = READ_ALIKE.exec(text)?.[0].length;
    if (length !== undefined) {
      at += length;
      continue;
    }
    const end = text.indexOf('\n', at) + 1 || text.length;
    complaints.push(`line ${text.slice(0, at).split('\n').length} ${complaintOf(text.slice(at, end))}`);
    at = end;
  }
  return complaints;
}

function complaintOf(line: string): string {
  if (/^\s*#/.test(line)) return 'ends with a backslash: systemd would take the next line for a comment too';
  if (!/^\s*[^\s=][^=]*=/.test(line)) return 'is not NAME=value';
  if (/^\s*export\s/.test(line))
    return 'begins with "export", which systemd does not read: leave the word out';
  return "has a #, a backslash or a quote that systemd reads differently: write NAME='value', with nothing behind it";
}
