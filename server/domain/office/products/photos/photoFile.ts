/** A file that has not yet been checked to be a photo. */
export interface PhotoFile {
  name: string
  /** In bytes, as the folder states it. */
  size: number
  /** Rejects with an UnreadableFile. */
  read(): Promise<Buffer>
}

/** Thrown with a reason that completes a sentence beginning with the file's name. Other files are still added. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
