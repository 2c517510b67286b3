import { type Readable, Transform } from 'node:stream'

/** Limits of the files that are being sent. */
export interface FileLimits {
	/** Most at once to one address. A page of thumbnails over one connection of HTTP/2 asks for some fifty. */
	perAddress: number
	/** Most at once altogether: each holds a file, or a connection to the storage, open. */
	all: number
	/** Within so many milliseconds a reader takes `leastBytes`, or is left: less is no line, but somebody who waits. */
	windowMs: number
	leastBytes: number
}

// The slowest reader that is borne takes 256 KiB, which are read from the disk at once, in five minutes: 7 kbit/s.
export const FILE_LIMITS: FileLimits = { perAddress: 100, all: 2_000, windowMs: 5 * 60_000, leastBytes: 64 * 1024 }

/** Keeps count of the files that are being sent, so that nobody who reads slowly holds them open for all others. */
export class OpenFiles {
	readonly #limits: FileLimits
	readonly #byAddress = new Map<string, number>()
	#all = 0

	constructor(limits: Partial<FileLimits> = {}) {
		this.#limits = { ...FILE_LIMITS, ...limits }
	}

	/** How many are being sent. */
	get count(): number {
		return this.#all
	}

	/** Counts one more. @returns what ends it; undefined where there are too many already. */
	take(address: string): (() => void) | undefined {
		const ofAddress = this.#byAddress.get(address) ?? 0
		if (this.#all >= this.#limits.all || ofAddress >= this.#limits.perAddress) return undefined
		this.#all++
		this.#byAddress.set(address, ofAddress + 1)
		return () => {
			this.#all--
			const left = (this.#byAddress.get(address) ?? 1) - 1
			if (left > 0) this.#byAddress.set(address, left)
			else this.#byAddress.delete(address)
		}
	}

	/** What passes on `bytes` as they are taken, and ends them where hardly any are for too long. */
	watched(bytes: Readable): Transform {
		const { windowMs, leastBytes } = this.#limits
		let taken = 0
		const passing = new Transform({
			transform(chunk: Buffer, _encoding, done) {
				taken += chunk.length
				done(null, chunk)
			},
		})
		const timer = setInterval(() => {
			if (taken < leastBytes) passing.destroy(new SlowReaderError())
			taken = 0
		}, windowMs)
		timer.unref()
		passing.once('close', () => clearInterval(timer))
		bytes.once('error', () => clearInterval(timer))
		return passing
	}
}

/** Somebody asked for a file and does not read it. */
export class SlowReaderError extends Error {
	override name = 'SlowReaderError'
}
