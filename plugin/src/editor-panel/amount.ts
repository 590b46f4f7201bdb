// How a typed price is understood, shown while it is typed. The rule is Source\Amount's; both are tested with tests/amounts.json.

const grouping = String.raw`\s'’.,`;
const price = new RegExp(
  String.raw`^(?:[^\d.,–-]|(?<=\p{L})\.|[.,](?=[\s\p{L}]))*(\d[\d${grouping}]*?)(?:[.,]?[–—-]+)?[\s.,]*(?![${grouping}])\D*$`,
  'u',
);
const thousands = new RegExp(String.raw`^[1-9]\d{0,2}([${grouping}])(?:\d{2,3}\1)*\d{3}$`, 'u');
const both = new RegExp(String.raw`^(\d{1,3}([${grouping}])(?:\d{2,3}\2)*\d{3})([.,])(\d+)$`, 'u');

/** With at most two decimals; null: not understood. */
export function amountOf(text: string): number | null {
  const number = price.exec(text.trim())?.[1]?.trim();
  const amount = number === undefined ? null : decimalOf(number);
  return amount === null ? null : Math.round(Number(amount) * 100) / 100;
}

function decimalOf(number: string): string | null {
  if (/^\d+$/.test(number)) return number;
  if (thousands.test(number)) return number.replace(/\D+/g, '');
  const simple = /^(\d+)[.,](\d+)$/.exec(number);
  if (simple) return simple[1] !== '0' && simple[2]?.length === 3 ? null : `${simple[1]}.${simple[2]}`;
  const mixed = both.exec(number);
  return mixed && mixed[2] !== mixed[3] ? `${mixed[1]?.replace(/\D+/g, '')}.${mixed[4]}` : null;
}
