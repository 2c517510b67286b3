import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

export interface Tally {
	passed: number
	failed: number
}

/** Duration of all tests of a file, in milliseconds. */
export interface FileTime {
	file: string
	duration: number
}

export interface Report extends Tally {
	files: readonly FileTime[]
}

interface VitestReport {
	success: boolean
	numPassedTests: number
	numFailedTests: number
	testResults: ReadonlyArray<{
		name: string
		status: string
		startTime: number
		endTime: number
		assertionResults: ReadonlyArray<{ status: string }>
	}>
}

interface PlaywrightSuite {
	file: string
	suites?: readonly PlaywrightSuite[]
	specs: ReadonlyArray<{ tests: ReadonlyArray<{ results: ReadonlyArray<{ duration: number }> }> }>
}

interface PlaywrightReport {
	suites: readonly PlaywrightSuite[]
	stats: { expected: number; unexpected: number }
	errors: readonly unknown[]
}

function read<Written>(file: string): Written | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Written
	} catch {
		return undefined
	}
}

/** Counts a failed run that has no failed test, such as after a crash or an import error, as one failure. */
const honest = (report: Report, ok: boolean): Report => (ok || report.failed > 0 ? report : { ...report, failed: 1 })

const NO_REPORT: Report = { passed: 0, failed: 1, files: [] }

/** Parses Vitest's JSON report. A file that failed to load counts as one failure. @param ok the command succeeded */
export function vitestReport(file: string, ok: boolean): Report {
	const report = read<VitestReport>(file)
	if (!report) return NO_REPORT
	const unloaded = report.testResults.filter(
		({ status, assertionResults }) =>
			status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
	)
	const files = report.testResults.map(({ name, startTime, endTime }) => ({
		file: relative(process.cwd(), name),
		duration: endTime - startTime,
	}))
	return honest(
		{ passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length, files },
		ok && report.success,
	)
}

const durationOf = ({ specs, suites = [] }: PlaywrightSuite): number =>
	specs
		.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
		.concat(suites.map(durationOf))
		.reduce((sum, duration) => sum + duration, 0)

/** Parses Playwright's JSON report. @param ok the command succeeded */
export function playwrightReport(file: string, ok: boolean): Report {
	const report = read<PlaywrightReport>(file)
	if (!report) return NO_REPORT
	const { expected, unexpected } = report.stats
	const files = report.suites.map((suite) => ({ file: suite.file, duration: durationOf(suite) }))
	const failed = unexpected + report.errors.length
	return honest({ passed: expected, failed, files }, ok)
}
