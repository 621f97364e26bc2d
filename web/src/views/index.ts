/** What there is to look at below the picture. The first needs no name in a link. */

export interface View {
  name: string;
  title: string;
}

export const VIEWS: View[] = [
  { name: 'decisions', title: 'Decisions' },
  { name: 'envelope', title: 'Envelope' },
  { name: 'memory', title: 'Memory' },
];
