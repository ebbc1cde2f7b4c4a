/** Files uploaded by staff. They are checked, encoded in all sizes one at a time, and stored. Pages read them by path. */
import { join } from 'node:path'
import type { Settings } from '../settings'
import { refusal } from '../guards/refusal'
import { RULES } from '../guards/rules'
import { UNWATCHED, type Outcomes } from '../external/externalServices'
import { derivePhoto, type DerivedPhoto } from './derivePhoto'
import { folderStore } from './folderStore'
import { s3Store } from './s3Store'
import type { MediaStore } from './store'

export interface Media {
  /**
   * Throws INVALID_INPUT if the bytes are not a photo, and TOO_MANY_ATTEMPTS if too many uploads are waiting. Throws the errors of `keep`
   * without decoding the photo if the store failed a moment ago.
   */
  derive(bytes: Buffer, whose?: Lane): Promise<DerivedPhoto>
  /** Waits as long as necessary. Only for callers that send one photo at a time. */
  deriveInBulk(bytes: Buffer): Promise<DerivedPhoto>
  /** Throws FileNotStored or UnavailableError. In that case, some of the files may have been stored. */
  keep(name: string, files: Map<string, Buffer>): Promise<void>
  /** Null if the asset has no such file. `files.ts` names them. */
  read(name: string, file: string): Promise<Buffer | null>
  /** True if the asset has all of these files. */
  isKept(name: string, files: string[]): Promise<boolean>
  remove(name: string, files: string[]): Promise<void>
}

/** Staff go first, so that buyers cannot keep the studio from adding photos. */
const LANES = ['STAFF', 'BUYERS'] as const
type Lane = (typeof LANES)[number]

/** Shared by the whole process, because a command that runs inside the shop uses the same memory. */
const waiting: Record<Lane, (() => Promise<unknown>)[]> = { STAFF: [], BUYERS: [] }
let isWorking = false

/** Does the waiting work, one after another. */
async function workOff(): Promise<void> {
  if (isWorking) return
  isWorking = true
  for (;;) {
    const lane = LANES.find((each) => waiting[each].length > 0)
    if (!lane) break
    await waiting[lane][0]!().catch(() => {})
    waiting[lane].shift()
  }
  isWorking = false
}

export function openMedia(
  { photosS3, dataDir }: Pick<Settings, 'photosS3' | 'dataDir'>,
  outcomes: Outcomes = UNWATCHED,
): Media {
  const store: MediaStore = photosS3 ? s3Store(photosS3, { outcomes }) : folderStore(join(dataDir, 'photos'), outcomes)

  /** Runs one at a time, because a decoded photo may take 150 MB. */
  async function inTurn<Result>(work: () => Promise<Result>, lane: Lane, most: number): Promise<Result> {
    if (waiting[lane].length >= most) throw refusal('uploads.waiting', { retryAfterSeconds: 60 })
    return new Promise<Result>((resolve, reject) => {
      waiting[lane].push(() => work().then(resolve, reject))
      void workOff()
    })
  }

  async function derive(
    bytes: Buffer,
    lane: Lane,
    most: number = RULES['uploads.waiting'].most,
  ): Promise<DerivedPhoto> {
    store.check()
    return inTurn(
      async () => {
        // The store may have failed while this upload was waiting.
        store.check()
        return derivePhoto(bytes)
      },
      lane,
      most,
    )
  }

  return {
    derive: (bytes, whose = 'STAFF') => derive(bytes, whose),
    deriveInBulk: (bytes) => derive(bytes, 'STAFF', Infinity),
    async keep(name, files) {
      // Waits for all writes, because a file that is stored after a failure would be left behind.
      const puts = await Promise.allSettled([...files].map(([file, bytes]) => store.put(name, file, bytes)))
      for (const put of puts) if (put.status === 'rejected') throw put.reason
    },
    read: (name, file) => store.get(name, file),
    async isKept(name, files) {
      for (const file of files) if (!(await store.get(name, file))) return false
      return true
    },
    remove: (name, files) => store.remove(name, files),
  }
}
