/** Filled in by the build: see vite.config.ts. */
declare const __PHOTO_VERSION__: string
