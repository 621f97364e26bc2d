// Where colours begin, row by row: lists in arrays that are kept.

export class Beginnings {
  /** The first row in which anything begins. */
  first = 0;
  private count = 0;
  /** For each row, one more than the newest of its list; 0 where it is empty. */
  private heads = new Int32Array(0);
  private nexts = new Int32Array(0);
  private places = new Int32Array(0);
  private colours = new Uint32Array(0);

  /** Room for three beginnings in each of so many columns, above a row. */
  begin(columns: number, rows: number): void {
    if (this.nexts.length < 3 * columns) {
      this.nexts = new Int32Array(3 * columns);
      this.places = new Int32Array(3 * columns);
      this.colours = new Uint32Array(3 * columns);
    }
    if (this.heads.length < rows) this.heads = new Int32Array(rows);
    this.heads.fill(0);
    this.count = 0;
    this.first = rows;
  }

  add(row: number, place: number, colour: number): void {
    const at = Math.max(0, row);
    if (at < this.first) this.first = at;
    this.places[this.count] = place;
    this.colours[this.count] = colour;
    this.nexts[this.count] = this.heads[at];
    this.count += 1;
    this.heads[at] = this.count;
  }

  /** Writes what begins in a row. */
  write(row: number, cells: Uint32Array, offset: number): void {
    for (let one = this.heads[row]; one > 0; one = this.nexts[one - 1]) {
      cells[offset + this.places[one - 1]] = this.colours[one - 1];
    }
  }
}
