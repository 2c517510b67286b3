/** The part of the library that we use. The library declares no types for its bundle. */
declare module 'libheif-js/wasm-bundle.js' {
	interface Pixels {
		data: Uint8ClampedArray<ArrayBuffer>
		width: number
		height: number
	}
	interface HeifImage {
		is_primary(): boolean
		get_width(): number
		get_height(): number
		/** Calls back with null if the picture cannot be decoded. */
		display(target: Pixels, done: (shown: Pixels | null) => void): void
	}
	const libheif: {
		ready: Promise<unknown>
		HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] }
	}
	export default libheif
}
