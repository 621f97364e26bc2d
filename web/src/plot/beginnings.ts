// Where colours begin, row by row: linked lists in reused arrays.

export class Beginnings {
  /** The first row in which anything begins. */
  first = 0;
  private count = 0;
  /** For each row, the index of its newest entry plus one; 0 if it has none. */
  private heads = new Int32Array(0);
  private nexts = new Int32Array(0);
  private places = new Int32Array(0);
  private colours = new Uint32Array(0);

  /** Reserves three entries for each column. */
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

  /** Writes the colours that begin in a row. */
  write(row: number, cells: Uint32Array, offset: number): void {
    for (let one = this.heads[row]; one > 0; one = this.nexts[one - 1]) {
      cells[offset + this.places[one - 1]] = this.colours[one - 1];
    }
  }
}
