/** The build sets this value; see vite.config.ts. */
declare const __PHOTO_VERSION__: string
