import { crc32, deflateRawSync } from 'node:zlib'

/** A file in an archive. */
export interface ZipFile {
  /** ASCII, with / between folders. */
  readonly name: string
  readonly content: Buffer
}

const localHeader = 0x04034b50
const centralHeader = 0x02014b50
const endOfDirectory = 0x06054b50
/** Version 2.0: deflate and folders (APPNOTE.TXT 4.4.3). */
const version = 20
const deflate = 8
const sizeMax = 0xffff_ffff

/** A ZIP archive (PKWARE APPNOTE.TXT 6.3.10): some files, without the 64-bit extensions that nobody's data needs. */
export function zip(files: readonly ZipFile[], now: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of files) {
    const packed = deflateRawSync(content)
    if (content.length > sizeMax || at > sizeMax) throw new Error('an archive of more than 4 GiB')
    const path = Buffer.from(name, 'ascii')
    const entry = entryOf({ path, content, packed, now })
    const local = Buffer.alloc(4)
    local.writeUInt32LE(localHeader)
    parts.push(local, entry, path, packed)
    directory.push(centralOf(entry, at), path)
    at += local.length + entry.length + path.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endOfDirectory)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}

/** What both headers of a file say: section 4.3.7 from "version needed" on. */
function entryOf(file: {
  readonly path: Buffer
  readonly content: Buffer
  readonly packed: Buffer
  readonly now: number
}): Buffer {
  const { path, content, packed } = file
  const { time, date } = dosTime(file.now)
  const entry = Buffer.alloc(26)
  entry.writeUInt16LE(version, 0)
  entry.writeUInt16LE(deflate, 4)
  entry.writeUInt16LE(time, 6)
  entry.writeUInt16LE(date, 8)
  entry.writeUInt32LE(crc32(content), 10)
  entry.writeUInt32LE(packed.length, 14)
  entry.writeUInt32LE(content.length, 18)
  entry.writeUInt16LE(path.length, 22)
  return entry
}

/** Section 4.3.12. */
function centralOf(entry: Buffer, offset: number): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt32LE(centralHeader)
  head.writeUInt16LE(version, 4)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([head, entry, tail])
}

/** UTC in the format of MS-DOS: two seconds are the least. */
function dosTime(now: number): { readonly time: number; readonly date: number } {
  const at = new Date(now)
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}
