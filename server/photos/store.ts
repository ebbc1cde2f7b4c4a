/** Where uploaded photos are kept: by the photo's name and the file's, both as this folder makes them. */

export interface PhotoStore {
  /** Whole or not at all; what is there already is written again. */
  put(photo: string, file: string, bytes: Buffer): Promise<void>
  /** Null where there is none. */
  get(photo: string, file: string): Promise<Buffer | null>
  /** All of these; what is not there counts as removed. */
  remove(photo: string, files: string[]): Promise<void>
}
