/** A company document as the public pages show it. */
export interface PublicDocument {
  id: number;
  title: string;
  description: string | null;
  filePath: string;
}
