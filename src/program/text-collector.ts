// Decodes a program's output as text, from chunks of bytes that may split a character.

export class TextCollector {
  readonly #decoder = new TextDecoder();
  #text = '';

  add(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes, { stream: true });
  }

  text(): string {
    return this.#text + this.#decoder.decode();
  }
}
