import { expect, test } from 'vitest'
import { loadLetters } from './drawn-text.ts'
import { sharePicture } from './share-picture.ts'

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('draws a deterministic picture of 1200 by 630 pixels', async () => {
	const words = { id: '1', kicker: 'The show', title: 'Saying no to the wrong client' }
	const png = await sharePicture(words)
	expect(png.subarray(1, 4).toString()).toBe('PNG')
	expect(sizeOf(png)).toEqual([1200, 630])
	expect(await sharePicture({ ...words })).toEqual(png)
	expect(await sharePicture({ ...words, title: 'Saying yes' })).not.toEqual(png)
})

test.each(['漢字の話', '🎧', 'x'.repeat(400), 'word '.repeat(100), '<script>&"', 'Łódź, Дмитрий, Ωμέγα', ''])(
	'draws any title: %s',
	async (title) => {
		expect(sizeOf(await sharePicture({ id: '1', kicker: title, title }))).toEqual([1200, 630])
	},
)

test('draws letters that the fonts have, and reports others', async () => {
	const letters = await loadLetters()
	expect(letters.has('Łódź & Дмитрий')).toBe(true)
	expect(letters.has('漢字')).toBe(false)
	expect(letters.widthOf('mm', 20)).toBeCloseTo(2 * letters.widthOf('m', 20))
	expect(letters.draw('Ab', { x: 0, y: 10, size: 20, fill: '#000' }).match(/<path/g)).toHaveLength(2)
})
