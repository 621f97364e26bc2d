// What is read of a scenario's text outside the core: as little as the first picture needs before the core is there.

/** The text of a link's fragment; nothing if it is damaged. */
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
