// Two ways to write one address are equal, and two addresses are not.
import { describe, expect, it } from 'vitest';
import { urlForm } from './url-form.ts';

describe('the form of an address', () => {
  it.each([
    ['HTTPS://Shop.EXAMPLE:443/a', 'https://shop.example/a'],
    ['http://shop.example:80', 'http://shop.example/'],
    ['https://shop.example/gr%c3%bcn', 'https://shop.example/gr%C3%BCn'],
    ['https://shop.example/grün', 'https://shop.example/gr%C3%BCn'],
    ['https://shop.example/%7euser/%41-%2d', 'https://shop.example/~user/A--'],
    ['https://shop.example/?q=%e4%bd%9a&%61=1', 'https://shop.example/?q=%E4%BD%9A&a=1'],
    ['https://shop.example/a|b^c', 'https://shop.example/a%7Cb%5Ec'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ])('of %s is %s', (address, form) => {
    expect(urlForm(address)).toBe(form);
    expect(urlForm(form)).toBe(form);
  });

  it.each([
    ['https://shop.example/a', 'https://shop.example/A'],
    ['https://shop.example/a%2fb', 'https://shop.example/a/b'],
    ['https://shop.example/?a=1', 'https://shop.example/?a=2'],
    ['https://shop.example/a', 'http://shop.example/a'],
    ['https://shop.example:8443/', 'https://shop.example/'],
    ['https://shop.example/%2525', 'https://shop.example/%25'],
  ])('tells %s from %s', (one, other) => expect(urlForm(one)).not.toBe(urlForm(other)));
});
