/** Stores the files of assets by the name of the asset and of the file. Code in this folder creates both names. */

export interface MediaStore {
  /** Throws the error of `put` if the store failed a moment ago. Callers ask before they encode a photo, which takes seconds. */
  check(): void
  /** Writes the whole file or nothing. Replaces an existing file. */
  put(asset: string, file: string, bytes: Buffer): Promise<void>
  /** Null if the file does not exist. */
  get(asset: string, file: string): Promise<Buffer | null>
  /** Removes all of these files. Missing files are ignored. */
  remove(asset: string, files: string[]): Promise<void>
}

/** Thrown if this machine's disk cannot store a file. */
export class FileNotStored extends Error {
  readonly isFull: boolean

  constructor(cause: unknown) {
    super('the disk did not take a file', { cause })
    this.name = 'FileNotStored'
    this.isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')
  }
}
