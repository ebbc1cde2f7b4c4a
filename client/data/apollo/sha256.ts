/**
 * Hashes a persisted query. `crypto.subtle` is missing on plain http, for example on a phone that opens
 * http://192.168.….
 */
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)))
