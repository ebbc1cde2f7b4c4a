/** The hash of a persisted query. Not the browser's crypto.subtle: on plain http, as on a phone at http://192.168.…, there is none. */
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)))
