// Maps byte offsets in a rewritten module to the module that the linker wrote, so that a trap's offset can be looked
// up in the original debug information. Inserted code belongs to the preceding instruction.

/** Ranges of copied bytes, in ascending order of the new offset. */
export class CodeOffsets {
  private starts: Int32Array = new Int32Array(1024);
  private count = 0;

  /** Records that `length` bytes at new offset `to` come from old offset `from`. */
  add(to: number, from: number, length: number): void {
    const last = this.count - 1;
    if (last >= 0) {
      const lastTo = this.starts[last * 3]!;
      const lastLength = this.starts[last * 3 + 2]!;
      if (lastTo + lastLength === to && this.starts[last * 3 + 1]! + lastLength === from) {
        this.starts[last * 3 + 2] = lastLength + length;
        return;
      }
    }
    if ((this.count + 1) * 3 > this.starts.length) {
      const grown = new Int32Array(this.starts.length * 2);
      grown.set(this.starts);
      this.starts = grown;
    }
    this.starts.set([to, from, length], this.count * 3);
    this.count++;
  }

  /** Adds the map of a part, shifted by `shift` bytes in the new module. */
  addShifted(part: CodeOffsets, shift: number): void {
    for (let i = 0; i < part.count; i++)
      this.add(part.starts[i * 3]! + shift, part.starts[i * 3 + 1]!, part.starts[i * 3 + 2]!);
  }

  /** Removes the entries from offset `end` onwards. */
  truncate(end: number): void {
    while (this.count > 0 && this.starts[(this.count - 1) * 3]! >= end) this.count--;
    const last = this.count - 1;
    if (last < 0) return;
    const length = Math.min(this.starts[last * 3 + 2]!, end - this.starts[last * 3]!);
    this.starts[last * 3 + 2] = length;
  }

  clear(): void {
    this.count = 0;
  }

  /** Offset in the original module for a byte of the rewritten code section; undefined outside it. */
  originalOffset(offset: number): number | undefined {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle * 3]! <= offset) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return undefined;
    const to = this.starts[(low - 1) * 3]!;
    const from = this.starts[(low - 1) * 3 + 1]!;
    const length = this.starts[(low - 1) * 3 + 2]!;
    return from + Math.min(offset - to, length - 1);
  }
}
