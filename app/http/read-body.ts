/** @returns null for a body longer than `most`, whose rest is not read */
export async function readBody(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
