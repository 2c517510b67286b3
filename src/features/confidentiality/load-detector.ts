type Detector = typeof import('@second-chair/confidentiality/detect.ts')

let loading: Promise<Detector> | undefined

/**
 * Loads the rules with their lists of names, courts and countries. They are large, so they load on the first input
 * and not with the page. The next call retries after a failure.
 */
export function loadDetector(): Promise<Detector> {
	loading ??= import('@second-chair/confidentiality/detect.ts').catch((error: unknown) => {
		loading = undefined
		throw error
	})
	return loading
}
