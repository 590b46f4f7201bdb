// A valid artwork body for tests; each number gives another work.

export function sampleArtwork(number: number, patch: { [field: string]: unknown } = {}) {
  return {
    title: `Study no. ${number}`,
    artist_name: 'Paula Example',
    year_created: '2019',
    height_cm: 40 + number / 10,
    width_cm: 30,
    availability: 'for_sale',
    price: { amount: 100 + number, currency: 'EUR' },
    ...patch,
  };
}
