type Detector = typeof import('@second-chair/confidentiality/detect.ts')

let loading: Promise<Detector> | undefined

/**
 * The rules with their lists of names, courts and countries. They are heavy, so that they come when somebody starts
 * to write and not with the page. A failure is tried again at the next call.
 */
export function loadDetector(): Promise<Detector> {
	loading ??= import('@second-chair/confidentiality/detect.ts').catch((error: unknown) => {
		loading = undefined
		throw error
	})
	return loading
}
