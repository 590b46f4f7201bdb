// Addresses of the registry's files of wall labels.

/** As the registry takes them. */
const MOST = 50;

/** `pages`: public pages of works, such as https://registry.example/artworks/AREG-100001. */
export function labelFiles(pages: string[], size: 'a6' | 'a7'): string[] {
  const files: string[] = [];
  for (let start = 0; start < pages.length; start += MOST) {
    const part = pages.slice(start, start + MOST).map((page) => page.replace(/\/+$/, ''));
    const base = (part[0] ?? '').replace(/\/artworks\/[^/]+$/, '');
    const ids = part.map((page) => page.slice(page.lastIndexOf('/') + 1));
    files.push(`${base}/labels.pdf?works=${ids.map(encodeURIComponent).join(',')}&size=${size}`);
  }
  return files;
}
