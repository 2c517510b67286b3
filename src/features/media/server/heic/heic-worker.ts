import { parentPort } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'

/** A decoded picture: four bytes per pixel, upright. */
export interface Decoded {
	data: Uint8ClampedArray<ArrayBuffer>
	width: number
	height: number
}

async function decode(file: Uint8Array): Promise<Decoded | undefined> {
	await libheif.ready
	const images = new libheif.HeifDecoder().decode(file)
	const image = images.find((one) => one.is_primary()) ?? images[0]
	if (!image) return undefined
	const [width, height] = [image.get_width(), image.get_height()]
	const target = { data: new Uint8ClampedArray(width * height * 4), width, height }
	return new Promise((resolve) => image.display(target, (shown) => resolve(shown ?? undefined)))
}

// An exception ends the worker and reaches the caller as its `error` event.
parentPort?.on('message', async (file: Uint8Array) => {
	const picture = await decode(file)
	parentPort?.postMessage(picture, picture ? [picture.data.buffer] : [])
})
