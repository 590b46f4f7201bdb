// Parts of the pages of an operator's console.
import { html, Html } from './html.ts';

/** Longer ones are refused before they are checked. */
export const MAX_PASSWORD = 1000;

/** Required in every form that changes something. */
export const tokenField = (token: string): Html =>
  html`<input type="hidden" name="token" value="${token}" />`;

/** `isFirst`: gets the focus when the page opens. */
export const passwordField = ({ isFirst = false } = {}): Html =>
  html`<label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      maxlength="${MAX_PASSWORD}"
      ${isFirst && new Html('autofocus')}
    />`;

/** A page that no search engine shows. `body`: the element. */
export const pageOf = (title: string, style: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      ${body}
    </html> `.text;
