/** Returns the result of `work`, or `late` after `ms` milliseconds. Does not stop the work. */
export async function inTime<T, Late>(work: Promise<T>, ms: number, late: Late): Promise<T | Late> {
	const { promise, resolve } = Promise.withResolvers<Late>()
	const timer = setTimeout(() => resolve(late), ms)
	try {
		return await Promise.race([work, promise])
	} finally {
		clearTimeout(timer)
	}
}
