import { type Readable, Transform } from 'node:stream'

export interface FileLimits {
	/** Maximum concurrent files per address. A page of thumbnails requests some fifty on one HTTP/2 connection. */
	perAddress: number
	/** Maximum concurrent files. Each keeps a file or a storage connection open. */
	all: number
	/** A client that reads less than `leastBytes` within this time, in milliseconds, is disconnected. */
	windowMs: number
	leastBytes: number
}

// The slowest accepted client takes five minutes for 256 KiB, the size of one read from disk: 7 kbit/s.
const FILE_LIMITS: FileLimits = { perAddress: 100, all: 2_000, windowMs: 5 * 60_000, leastBytes: 64 * 1024 }

/** Counts files being sent, and disconnects stalled clients, which would otherwise use up the limit. */
export class OpenFiles {
	readonly #limits: FileLimits
	readonly #byAddress = new Map<string, number>()
	#all = 0

	constructor(limits: Partial<FileLimits> = {}) {
		this.#limits = { ...FILE_LIMITS, ...limits }
	}

	get count(): number {
		return this.#all
	}

	/** Counts one more file. @returns a function that releases it; undefined if the limit is reached. */
	take(address: string): (() => void) | undefined {
		const addressCount = this.#byAddress.get(address) ?? 0
		if (this.#all >= this.#limits.all || addressCount >= this.#limits.perAddress) return undefined
		this.#all++
		this.#byAddress.set(address, addressCount + 1)
		return () => {
			this.#all--
			const left = (this.#byAddress.get(address) ?? 1) - 1
			if (left > 0) this.#byAddress.set(address, left)
			else this.#byAddress.delete(address)
		}
	}

	/** Returns a stream that passes on `bytes` and fails if the client reads too slowly. */
	watchSpeed(bytes: Readable): Transform {
		const { windowMs, leastBytes } = this.#limits
		let bytesRead = 0
		const monitor = new Transform({
			transform(chunk: Buffer, _encoding, done) {
				bytesRead += chunk.length
				done(null, chunk)
			},
		})
		const timer = setInterval(() => {
			if (bytesRead < leastBytes) monitor.destroy(new SlowReaderError())
			bytesRead = 0
		}, windowMs)
		timer.unref()
		monitor.once('close', () => clearInterval(timer))
		bytes.once('error', () => clearInterval(timer))
		return monitor
	}
}

/** A client requested a file but reads it too slowly. */
export class SlowReaderError extends Error {
	override name = 'SlowReaderError'
}
