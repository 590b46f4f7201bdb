// The one form of text: what people write in two ways is equal, and what makes other words is not.
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { foldText } from './fold.ts';

describe('folded text', () => {
  it.each([
    ['Søren Ødegård', 'soren odegard'],
    ['Żółć Łukasz', 'zolc lukasz'],
    ['Đỗ Quang Em', 'do quang em'],
    ['Ægir Þór Eiðsson', 'aegir thor eidsson'],
    ['Hœrter Œuvre', 'hoerter oeuvre'],
    ['ĦALIL ŦEST', 'halil test'],
    ['Iıİi', 'iiii'],
    ['Straße', 'strasse'],
    ['I ❤️ Rome', 'i ❤ rome'],
    ['I ❤\ufe0e Rome', 'i ❤ rome'],
    ['葛\u{e0100}飾', '葛飾'],
    ['שָׁלוֹם', 'שלום'],
    ['מָגֵן־דָּוִד', 'מגן דוד'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['ʻIolani', 'iolani'],
    ['Oʼahu', 'o ahu'],
    ['O’ahu', 'o ahu'],
    ['O`ahu', 'o ahu'],
    ['O´ahu', 'o ahu'],
    ['½ kg', '1 2 kg'],
    ['1⁄2 kg', '1 2 kg'],
    ['1½ kg', '1 1 2 kg'],
    ['1 1/2 kg', '1 1 2 kg'],
  ])('of %s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each([
    ['the voicing of kana', 'がか', 'かか'],
    ['vowel signs of Devanagari', 'कि', 'की'],
    ['the hamza', 'أحمد', 'احمد'],
    ['numbers', '11/2', '1 1/2'],
  ])('tells %s apart', (_what, one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('is its own folded form, and not empty where the text is not', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
    fc.assert(fc.property(text, (any) => foldText(foldText(any)) === foldText(any)));
    fc.assert(fc.property(text, (any) => (foldText(any) === '') === (any.trim() === '')));
  });
});
