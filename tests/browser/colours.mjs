// How well colours are seen on each other, and told apart by those who see fewer of them.

const linear = (byte) => (byte <= 10.31475 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
const rgb = (hex) => [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16)));
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * vector[at], 0));

// WCAG 2: from 1 to 21.
export function contrast(one, other) {
  const [lighter, darker] = [one, other].map((hex) => times([[0.2126, 0.7152, 0.0722]], rgb(hex))[0]).sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

// Machado, Oliveira and Fernandes 2009, for those who lack a kind of cone.
const VISIONS = {
  "all cones": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  "no long cones": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  "no middle cones": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  "no short cones": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

// Oklab, Ottosson 2020: distances are about what people see.
const CONES = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]];
const LAB = [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]];
const lab = (seen) => times(LAB, times(CONES, seen.map((part) => Math.min(1, Math.max(0, part)))).map(Math.cbrt));

// The least distance between two colours in any of the ways of seeing: 1 is from black to white.
export function separation(one, other) {
  return Math.min(...Object.values(VISIONS).map((vision) => {
    const [here, there] = [one, other].map((hex) => lab(times(vision, rgb(hex))));
    return Math.hypot(...here.map((part, at) => part - there[at]));
  }));
}
