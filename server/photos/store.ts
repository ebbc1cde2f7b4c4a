/** Stores uploaded photos by photo name and file name. Code in this folder creates both names. */

export interface PhotoStore {
  /** Writes the whole file or nothing. Replaces an existing file. */
  put(photo: string, file: string, bytes: Buffer): Promise<void>
  /** Null if the file does not exist. */
  get(photo: string, file: string): Promise<Buffer | null>
  /** Removes all of these files. Missing files are ignored. */
  remove(photo: string, files: string[]): Promise<void>
}

/** Thrown if this machine's disk cannot store a photo. */
export class PhotoNotStored extends Error {
  readonly isFull: boolean

  constructor(cause: unknown) {
    super('the disk did not take a photo', { cause })
    this.name = 'PhotoNotStored'
    this.isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')
  }
}
