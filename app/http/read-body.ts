/** Null for a longer body, which is not read on. */
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
