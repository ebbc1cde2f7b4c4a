/** A file in a folder or an archive, before anybody knows if it is a photo. */
export interface PhotoFile {
  name: string
  /** In bytes, as the folder or archive says. */
  size: number
  /** Rejects with an UnreadableFile. */
  read(): Promise<Buffer>
}

/** Thrown with a reason that continues the file's name. Other files are still added. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
