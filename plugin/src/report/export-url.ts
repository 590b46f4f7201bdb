// The address of the CSV file with the whole review.

declare global {
  interface Window {
    /** With the user's nonce, from the page. */
    artworkRegistryReport?: string;
  }
}

export const exportUrl = (): string => window.artworkRegistryReport ?? '';
