/** Keeps a second process out of a data folder, because two embedded databases on one folder would destroy it. */
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder, writeFileAtomically } from '../../settings/dataFolder'

interface Holder {
  pid: number
  /** When the process started, by the system's clock. This distinguishes it from a later process with the same PID. */
  startedAt: string | null
}

export class DataFolderInUseError extends Error {
  /** A sentence that names the process holding the lock. */
  readonly holder: string

  constructor(dataDir: string, { pid }: Holder) {
    const holder = `The data folder ${dataDir} is in use by process ${pid}.`
    super(`${holder} Stop that process first, or set another folder with DATA_DIR.`)
    this.name = 'DataFolderInUseError'
    this.holder = holder
  }
}

/** Takes the lock and returns a function that releases it. A lock is free if its holder has died, even by kill -9. */
export function lockDataFolder(dataDir: string): () => void {
  makeDataFolder(dataDir)
  const path = join(dataDir, 'lock')
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) }
  for (;;) {
    try {
      writeFileAtomically(path, JSON.stringify(mine))
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    if (holder && isAlive(holder)) throw new DataFolderInUseError(dataDir, holder)
    discard(path, holder)
  }
}

/** Null if the file is missing or names no process. */
function readHolder(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder | null
    return Number.isInteger(holder?.pid) && holder!.pid > 0 ? holder : null
  } catch {
    return null
  }
}

/** Moves a dead process's lock file away. Puts it back if another process was quicker and the file is now that process's lock. */
function discard(path: string, dead: Holder | null): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const taken = readHolder(aside)
  if (taken && JSON.stringify(taken) !== JSON.stringify(dead) && isAlive(taken)) renameSync(aside, path)
  else rmSync(aside, { force: true })
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = statOf(pid)
  // A killed process keeps its PID until its parent waits for it, but it no longer uses the folder.
  return now === null || (now.state !== 'Z' && now.startedAt === startedAt)
}

const startOf = (pid: number): string | null => statOf(pid)?.startedAt ?? null

/** Reads fields 3 and 22 of /proc/<pid>/stat. Returns null on systems without this file. There, the lock compares only the PID. */
function statOf(pid: number): { state: string; startedAt: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0]!, startedAt: fields[19]! }
  } catch {
    return null
  }
}
