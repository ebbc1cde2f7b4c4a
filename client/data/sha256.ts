/** The hash that names a query. Not the browser's own: that is there on secure addresses alone, and not on a phone at http://192.168.…. */
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)))
