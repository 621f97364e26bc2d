/** Converts SVG to PNG. */

/** Twice the size, so that the picture is sharp on high-resolution screens. */
const SCALE = 2;

/** An SVG as a PNG. */
export async function toPng(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser cannot draw the picture');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
