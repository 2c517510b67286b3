import { expect, test } from 'vitest'
import { collectAllGarbage } from '#src/platform/jobs/collect-garbage.ts'
import { withPart } from './uploads-in-progress.ts'

test('releases the chunks of a part that were passed on', async () => {
	const passed: WeakRef<Uint8Array>[] = []
	async function* pieces() {
		for (let piece = 0; piece < 20; piece++) {
			const bytes = new Uint8Array(64_000)
			passed.push(new WeakRef(bytes))
			yield bytes
		}
	}
	let retained = passed.length
	await withPart('upload', pieces(), {
		reason: new Error('cut'),
		async keep(content) {
			for await (const _ of content) await new Promise((resolve) => setImmediate(resolve))
			collectAllGarbage()
			retained = passed.filter((piece) => piece.deref()).length
		},
	})
	expect(passed).toHaveLength(20)
	expect(retained).toBeLessThan(3)
})
