// Colours as people see them: contrast as WCAG defines it, and colours as people with colour blindness see them,
// by the matrices of Machado, Oliveira and Fernandes (2009) for a complete lack of one kind of cone.

const LACKS = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

// Linear red, green and blue from 0 to 1, from a computed style such as `rgb(194, 65, 12)`.
export function parse(text) {
  const numbers = text
    .match(/[\d.]+/g)
    .slice(0, 3)
    .map(Number);
  if (!text.startsWith('rgb') || numbers.length < 3) throw new Error(`no colour that this can read: ${text}`);
  return numbers.map((number) => linear(number / 255));
}

function linear(share) {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

export function luminance([red, green, blue]) {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// The colour as a person with this kind of colour blindness sees it.
export function seenWith(lack, colour) {
  const matrix = LACKS[lack];
  const row = (at) => colour.reduce((sum, part, column) => sum + matrix[3 * at + column] * part, 0);
  return [row(0), row(1), row(2)].map((share) => Math.min(1, Math.max(0, share)));
}

export const KINDS_OF_SIGHT = Object.keys(LACKS);

// Lightness in CIELAB, from 0 to 100: all that is left of a colour in greyscale.
export function lightness(colour) {
  return toLab(colour)[0];
}

// The distance of two colours in CIELAB. At about 2, the difference is just visible side by side.
export function distance(one, other) {
  const [from, to] = [toLab(one), toLab(other)];
  return Math.hypot(...from.map((part, at) => part - to[at]));
}

function toLab([red, green, blue]) {
  const x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047;
  const y = 0.2126729 * red + 0.7151522 * green + 0.072175 * blue;
  const z = (0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883;
  const [fx, fy, fz] = [x, y, z].map((part) =>
    part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116,
  );
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
