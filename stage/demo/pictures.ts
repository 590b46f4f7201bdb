// Draws a picture of its own for each demo work: bands, discs and a horizon chosen by the title, so that no image of the real
// work is needed. The same title always gives the same picture.
import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';

const width = 900;

/** A PNG, 900 pixels wide, in the proportions of the work. */
export function drawPicture(title: string, heightCm: number, widthCm: number): Buffer {
  const height = Math.round(Math.min(1200, Math.max(400, (width * heightCm) / widthCm)));
  const seed = createHash('sha256').update(title).digest();
  const byte = (index: number) => seed[index % seed.length] ?? 0;
  const colour = (index: number): Colour =>
    hsl(byte(index) * 1.41, 0.25 + byte(index + 1) / 640, 0.3 + byte(index + 2) / 512);
  const sky = colour(0);
  const ground = colour(3);
  const horizon = height * (0.45 + byte(6) / 850);
  const wave = 40 + byte(7) / 4;
  const discs = [8, 14, 20].map((at) => ({
    x: (byte(at) / 255) * width,
    y: (byte(at + 1) / 255) * height * 0.8,
    radius: 40 + byte(at + 2) * 0.8,
    colour: colour(at + 3),
  }));
  const png = new PNG({ width, height, colorType: 2 });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const edge = horizon + Math.sin(x / wave + byte(9)) * wave * 0.4;
      const shade = y < edge ? 0.75 + (0.35 * y) / edge : 1.05 - (0.4 * (y - edge)) / (height - edge);
      let base = y < edge ? sky : ground;
      for (const disc of discs) {
        if ((x - disc.x) ** 2 + (y - disc.y) ** 2 < disc.radius ** 2) base = disc.colour;
      }
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        // A canvas grain of ±4 keeps large areas from looking like a form.
        const grain = ((x * 7 + y * 13) % 9) - 4;
        png.data[at + channel] = Math.max(0, Math.min(255, (base[channel] ?? 0) * shade + grain));
      }
      png.data[at + 3] = 255;
    }
  }
  return PNG.sync.write(png, { colorType: 2 });
}

type Colour = [number, number, number];

function hsl(hue: number, saturation: number, lightness: number): Colour {
  const a = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
