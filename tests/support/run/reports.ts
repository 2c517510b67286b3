import { readFileSync } from 'node:fs'

export interface Tally {
	passed: number
	failed: number
}

interface VitestReport {
	success: boolean
	numPassedTests: number
	numFailedTests: number
	testResults: ReadonlyArray<{ status: string; assertionResults: ReadonlyArray<{ status: string }> }>
}

interface PlaywrightReport {
	stats: { expected: number; unexpected: number; flaky: number }
	errors: readonly unknown[]
}

function read<Report>(file: string): Report | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Report
	} catch {
		return undefined
	}
}

/** A run that went wrong without a failed test to show for it (a crash, an error at import) is one failure. */
const honest = (tally: Tally, ok: boolean): Tally => (ok || tally.failed > 0 ? tally : { ...tally, failed: 1 })

/** What Vitest's JSON report says; a test file that could not be loaded is one failure. `ok`: the command's success. */
export function vitestTally(file: string, ok: boolean): Tally {
	const report = read<VitestReport>(file)
	if (!report) return { passed: 0, failed: 1 }
	const unloaded = report.testResults.filter(
		({ status, assertionResults }) =>
			status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
	)
	return honest(
		{ passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length },
		ok && report.success,
	)
}

/** What Playwright's JSON report says. `ok`: the command's success. */
export function playwrightTally(file: string, ok: boolean): Tally {
	const report = read<PlaywrightReport>(file)
	if (!report) return { passed: 0, failed: 1 }
	const { expected, unexpected, flaky } = report.stats
	return honest({ passed: expected, failed: unexpected + flaky + report.errors.length }, ok)
}
