import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** More space than a run's databases need. */
const ROOM_BYTES = 2 ** 31

/** Linux's in-memory folder, where creating a database takes a third of the time that it takes on a disk. In containers it is often too small. */
const IN_MEMORY = '/dev/shm'

/** The folder for the databases of a test run. */
export function folderForDatabases(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
