import { createHash } from 'node:crypto'
import sharp from 'sharp'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A picture of one colour, with what a camera notes in it. */
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

/** An MP4 as its heads go: nothing in it can be seen, and it says of itself that it lasts 12 seconds. */
export function sampleFilm({ coding = 'avc1', startsAtOnce = true, bytes = 2_000 } = {}): Buffer {
	const mvhd = Buffer.alloc(100)
	mvhd.writeUInt32BE(1_000, 12)
	mvhd.writeUInt32BE(12_000, 16)
	const entry = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(coding, Buffer.alloc(70))])
	const moov = box('moov', box('mvhd', mvhd), box('trak', box('mdia', box('minf', box('stbl', box('stsd', entry))))))
	const mdat = box('mdat', Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251)))
	const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isomavc1', 'latin1'))
	return Buffer.concat(startsAtOnce ? [ftyp, moov, mdat] : [ftyp, mdat, moov])
}
