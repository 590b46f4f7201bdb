// The address of a work as a QR code.
import QRCode from 'qrcode';

/** Quiet zone as the standard asks for it; a quarter of the code may be lost. */
const OPTIONS = { errorCorrectionLevel: 'Q', margin: 4 } as const;

export function qrSvg(address: string): Promise<string> {
  return QRCode.toString(address, { ...OPTIONS, type: 'svg' });
}

/** The dark modules as squares of a grid of `size`, without the quiet zone. */
export function qrModules(address: string): {
  size: number;
  isDark: (row: number, column: number) => boolean;
} {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: OPTIONS.errorCorrectionLevel });
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 };
}
