/** Builds ZIP archives for tests, including invalid ones. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  data: Buffer
  /** The uncompressed size that the archive claims. Defaults to the true size. */
  claimed?: number
  isEncrypted?: boolean
}

export function zipOf(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, claimed = data.length, isEncrypted = false } of entries) {
    const [bytes, packed] = [Buffer.from(name), deflateRawSync(data)]
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    // Bit 11: the name is in UTF-8.
    head.writeUInt16LE(0x800 + Number(isEncrypted), 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(data), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(claimed, 18)
    head.writeUInt16LE(bytes.length, 22)
    locals.push(Buffer.from('PK\x03\x04'), head, bytes, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, bytes)
    offset += 30 + bytes.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, end])
}
