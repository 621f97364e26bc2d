// The little that is parsed outside the core: what the first picture needs before the core is loaded.

/** The text in a link's fragment; undefined if the link is damaged. */
export function textOfLink(link: string): string | undefined {
  try {
    return decodeURIComponent(link.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

export function fieldsIn(text: string): string[] {
  return text.split(/[&\n]/);
}

export function keyOf(field: string): string {
  return field.split('=', 1)[0].trim();
}
