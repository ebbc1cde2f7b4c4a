/**
 * The packages that the built server loads from node_modules, and the package.json and lockfile of `dist`, which list only those packages.
 * An image installs 57 MB of packages instead of 578. A package that is loaded by name at run time, like pino-pretty, must be listed here.
 */

/** Not part of the bundle, because these packages find their binaries, WebAssembly or workers relative to their own files. */
export const UNBUNDLED = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-prepopulatedfs',
  '@electric-sql/pglite-socket',
  '@node-rs/argon2',
  'pino',
  'pino-pretty',
  'sharp',
]

interface LockedPackage {
  version?: string
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
}

/** The path at which Node finds package `name` for the package in the folder `from`. Undefined if it is not installed. */
function locate(lockfile: Lockfile, from: string, name: string): string | undefined {
  const path = `${from && `${from}/`}node_modules/${name}`
  if (path in lockfile.packages || from === '') return path in lockfile.packages ? path : undefined
  return locate(lockfile, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** The folders of the unbundled packages and of all their dependencies. */
export function runtimeFolders(lockfile: Lockfile): string[] {
  const found = new Set<string>()
  const add = (from: string, name: string): void => {
    const folder = locate(lockfile, from, name)
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta,
    } = lockfile.packages[folder]!
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta?.[peer]?.optional)
    for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) add(folder, needed)
  }
  for (const name of UNBUNDLED) add('', name)
  return [...found].sort()
}

/** Both files (package.json and lockfile), with the versions from the project's lockfile. */
export function runtimeFiles(lockfile: Lockfile): { manifest: object; lockfile: object } {
  const versionOf = (name: string): string => lockfile.packages[`node_modules/${name}`]!.version!
  const pglite = '@electric-sql/pglite'
  const manifest = {
    name: 'cerashop-server',
    private: true,
    type: 'module',
    dependencies: Object.fromEntries(UNBUNDLED.map((name) => [name, versionOf(name)])),
    // The same value as in the project's package.json.
    overrides: { [`${pglite}-prepopulatedfs`]: { [pglite]: versionOf(pglite) } },
  }
  const { name, dependencies } = manifest
  const packages = runtimeFolders(lockfile).map((folder) => {
    const { dev: _, ...locked } = lockfile.packages[folder]!
    return [folder, locked] as const
  })
  return {
    manifest,
    lockfile: {
      name,
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name, dependencies }, ...Object.fromEntries(packages) },
    },
  }
}
