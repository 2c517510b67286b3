import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Returns a one-color picture with camera metadata. */
export const samplePicture = (width = 1200, height = 800): Promise<Buffer> =>
	sharp({ create: { width, height, channels: 3, background: '#1b2b44' } })
		.withExif({ IFD0: { Artist: 'Somebody at a certain place' } })
		.jpeg()
		.toBuffer()

export const samplePdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

const box = (type: string, ...content: Buffer[]) => {
	const body = Buffer.concat(content)
	const head = Buffer.alloc(8)
	head.writeUInt32BE(body.length + 8, 0)
	head.write(type, 4, 'latin1')
	return Buffer.concat([head, body])
}

/**
 * Returns a minimal MP4 with valid boxes, no frames, and a declared length.
 * @param handler media type of the track. @param brand program that wrote it. @param chunk offset of the only chunk.
 */
export function sampleVideo({
	coding = 'avc1',
	handler = 'vide',
	brand = 'isom',
	startsAtOnce = true,
	bytes = 2_000,
	isFragmented = false,
	chunk = 0,
	seconds = 12,
} = {}): Buffer {
	const mvhd = Buffer.alloc(100)
	mvhd.writeUInt32BE(1_000, 12)
	mvhd.writeUInt32BE(seconds * 1_000, 16)
	const entry = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(coding, Buffer.alloc(70))])
	const hdlr = box('hdlr', Buffer.alloc(8), Buffer.from(handler, 'latin1'), Buffer.alloc(13))
	const offsets = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, chunk >> 8, chunk & 255])
	const moov = box(
		'moov',
		box('mvhd', mvhd),
		box(
			'trak',
			box('mdia', hdlr, box('minf', box('stbl', box('stsd', entry), ...(chunk ? [box('stco', offsets)] : [])))),
		),
		...(isFragmented ? [box('mvex')] : []),
	)
	const mdat = box('mdat', Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251)))
	const ftyp = box('ftyp', Buffer.from(`${brand}\0\0\0\0isomavc1`, 'latin1'))
	return Buffer.concat(startsAtOnce ? [ftyp, moov, mdat] : [ftyp, mdat, moov])
}

/**
 * Returns a minimal silent MP3: frames of 128 kbit/s and 44.1 kHz with 1,152 samples each.
 * @param frames frame count declared in the first frame. @param tag bytes of an ID3 tag before it.
 */
export function sampleAudio({ seconds = 10, frames = 0, tag = 0 } = {}): Buffer {
	const frame = Buffer.alloc(417)
	frame.set([0xff, 0xfb, 0x90, 0x00])
	const first = Buffer.from(frame)
	if (frames > 0) {
		first.write('Xing', 36, 'latin1')
		first.writeUInt32BE(1, 40)
		first.writeUInt32BE(frames, 44)
	}
	const others = Array.from({ length: Math.round((seconds * 16_000) / 417) - 1 }, () => frame)
	const title = Buffer.alloc(tag === 0 ? 0 : 10 + tag)
	if (tag > 0) {
		title.write('ID3', 0, 'latin1')
		title.set([3, 0, 0, 0, 0, tag >> 7, tag & 127], 3)
	}
	return Buffer.concat([title, first, ...others])
}

/** Returns an MP3 with a variable bit rate. @param rates four-bit rate index of each frame header. */
export const sampleFrames = (rates: readonly number[]): Buffer =>
	Buffer.concat(
		rates.map((rate) => {
			const kbits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][rate] ?? 0
			const frame = Buffer.alloc(Math.floor((144_000 * kbits) / 44_100))
			frame.set([0xff, 0xfb, rate << 4, 0])
			return frame
		}),
	)

const oggPage = (granule: number, content: Buffer) => {
	const head = Buffer.alloc(28)
	head.write('OggS', 0, 'latin1')
	head.writeBigInt64LE(BigInt(granule), 6)
	head[26] = 1
	head[27] = content.length
	return Buffer.concat([head, content])
}

/** Returns a minimal Ogg file, whose first page declares the codec and whose last page declares the duration. */
export function sampleOgg(coding: 'vorbis' | 'opus', seconds: number): Buffer {
	const vorbis = Buffer.alloc(30)
	vorbis.write('\x01vorbis', 0, 'latin1')
	vorbis.writeUInt32LE(44_100, 12)
	const opus = Buffer.alloc(19)
	opus.write('OpusHead', 0, 'latin1')
	opus.writeUInt16LE(312, 10)
	const isOpus = coding === 'opus'
	const end = isOpus ? seconds * 48_000 + 312 : seconds * 44_100
	return Buffer.concat([oggPage(0, isOpus ? opus : vorbis), oggPage(end, Buffer.alloc(200))])
}

/** Returns an animated GIF with this many one-color frames. */
export async function sampleMovement(pictures: number, { width = 60, height = 40 } = {}): Promise<Buffer> {
	const colors = Array.from({ length: pictures }, (_, at) => ({ r: (at * 60) % 256, g: 20, b: 90 }))
	const made = await Promise.all(
		colors.map((background) =>
			sharp({ create: { width, height, channels: 3, background } })
				.png()
				.toBuffer(),
		),
	)
	return sharp(made, { join: { animated: true } })
		.gif()
		.toBuffer()
}

/** Returns a ZIP archive with one file. */
function archive(name: string, content: string): Buffer {
	const [path, body] = [Buffer.from(name), Buffer.from(content)]
	const facts = Buffer.alloc(26)
	facts.writeUInt16LE(20, 0)
	facts.writeUInt32LE(crc32(body), 10)
	facts.writeUInt32LE(body.length, 14)
	facts.writeUInt32LE(body.length, 18)
	facts.writeUInt16LE(path.length, 22)
	const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, path, body])
	const made = Buffer.from([20, 0])
	const entry = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, facts, Buffer.alloc(14), path])
	const end = Buffer.alloc(18)
	end.writeUInt16LE(1, 4)
	end.writeUInt16LE(1, 6)
	end.writeUInt32LE(entry.length, 8)
	end.writeUInt32LE(local.length, 12)
	return Buffer.concat([local, entry, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const MAIN_PARTS = {
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
	docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
	zip: undefined,
}

/** Returns an archive that declares a Word document, one with macros, or nothing. */
export function sampleDocument(kind: keyof typeof MAIN_PARTS = 'docx'): Buffer {
	const type = MAIN_PARTS[kind]
	if (!type) return archive('notes.txt', 'Nothing that Word knows')
	const part = `<Override PartName="/word/document.xml" ContentType="${type}"/>`
	return archive('[Content_Types].xml', `<?xml version="1.0"?><Types>${part}</Types>`)
}
